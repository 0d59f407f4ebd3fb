import type { FormMembers, Parsed, Shape } from './parameters'
import { listOf, parse, text } from './parameters'
import type { Site } from './site'
import type { JsonObject } from './wire'
import type { Work } from './work'

export type Method = 'GET' | 'POST' | 'DELETE'

interface CallBasis {
  work: Work
  site: Site
  /** The ids of the path, in order; empty where there are none. */
  id: string
  innerId: string
  /** Made with the publishable key and an intent's client secret. */
  fromBrowser: boolean
}

export interface RawCall extends CallBasis {
  form: FormMembers
}

export interface Call<P> extends CallBasis {
  params: P
}

export interface Route {
  method: Method
  pattern: RegExp
  /** Browsers may call it with the client secret of the intent that the path names. */
  browser: boolean
  /** Its answer opens an account to whoever has it: it is stored under no key, and a repeat makes another. */
  secret: boolean
  execute(call: RawCall): Promise<JsonObject>
}

/** Every endpoint takes it; it is answered after the endpoint has run. */
const EVERYWHERE = { expand: listOf(text()) }

/**
 * One endpoint. `pattern` writes an id as `:id`; `shape` lists every parameter, anything else is refused;
 * `required` those that must be there.
 */
export function route<S extends Shape, R extends keyof S & string = never>(
  method: Method,
  pattern: string,
  shape: S,
  run: (call: Call<Parsed<S, R>>) => Promise<JsonObject>,
  options: { required?: readonly R[]; browser?: boolean; secret?: boolean } = {},
): Route {
  const whole = { ...EVERYWHERE, ...shape }
  return {
    method,
    pattern: new RegExp(`^${pattern.replaceAll(':id', '([^/]+)')}$`),
    browser: options.browser ?? false,
    secret: options.secret ?? false,
    execute: ({ form, ...basis }) => {
      const { expand: _later, ...params } = parse<typeof whole, R>(form, whole, options.required ?? [])
      return run({ ...basis, params: params as unknown as Parsed<S, R> })
    },
  }
}

export interface Matched {
  route: Route
  id: string
  innerId: string
}

export function matchRoute(routes: readonly Route[], method: string, path: string): Matched | undefined {
  for (const candidate of routes) {
    const found = candidate.method === method ? candidate.pattern.exec(path) : null
    if (found) return { route: candidate, id: found[1] ?? '', innerId: found[2] ?? '' }
  }
  return undefined
}
