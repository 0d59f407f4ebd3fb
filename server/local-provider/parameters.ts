import { malformed } from './provider-error'

/** A decoded form: text, or named (or numbered) members. A Map, so that no name can reach an object's prototype. */
export type FormNode = string | FormMembers
export type FormMembers = Map<string, FormNode>

const MAX_DEPTH = 8

/** Decodes `a=1&b[c]=2&d[0]=3&e[]=4`, the encoding of Stripe's bodies and query strings. */
export function parseForm(raw: string): FormMembers {
  const root: FormMembers = new Map()
  for (const [key, value] of new URLSearchParams(raw)) place(root, pathOf(key), value, key)
  return root
}

function pathOf(key: string): string[] {
  const open = key.indexOf('[')
  if (open < 1) return [key]
  return [key.slice(0, open), ...[...key.slice(open).matchAll(/\[([^[\]]*)\]/g)].map((match) => match[1] ?? '')]
}

function place(root: FormMembers, path: string[], value: string, key: string): void {
  if (path.length > MAX_DEPTH) throw malformed(`Invalid request: ${key} is nested too deeply`, { param: key })
  let members = root
  path.forEach((step, index) => {
    const name = step === '' ? String(members.size) : step
    if (index === path.length - 1) {
      members.set(name, value)
      return
    }
    const next = members.get(name) ?? new Map<string, FormNode>()
    if (typeof next === 'string') throw malformed(`Invalid request: ${key} is given twice`, { param: key })
    members.set(name, next)
    members = next
  })
}

/** Reads one parameter; throws Stripe's 400 when it is not of its kind. */
export type Rule<T> = (node: FormNode, name: string) => T
export type Shape = Record<string, Rule<unknown>>
export type Parsed<S extends Shape, R extends keyof S = never> = {
  [K in keyof S]?: ReturnType<S[K]>
} & { [K in R]: ReturnType<S[K]> }

/** Checks a whole form: unknown names first, then missing ones, then each value. */
export function parse<S extends Shape, R extends keyof S & string>(
  form: FormMembers,
  shape: S,
  required: readonly R[],
): Parsed<S, R> {
  const unknown = unknownNames(form, shape, '')
  if (unknown.length > 0) {
    const plural = unknown.length > 1 ? 's' : ''
    const message = `Received unknown parameter${plural}: ${unknown.join(', ')}`
    throw malformed(message, { code: 'parameter_unknown', param: unknown[0] })
  }
  for (const name of required) if (!form.has(name)) throw absent(name)
  return readMembers(form, shape, '') as Parsed<S, R>
}

function absent(name: string) {
  return malformed(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
}

function unknownNames(form: FormMembers, shape: Shape, prefix: string): string[] {
  return [...form.entries()].flatMap(([name, node]) => {
    const full = prefix ? `${prefix}[${name}]` : name
    const rule = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!rule) return [full]
    const inner = innerShapes.get(rule)
    return inner && typeof node !== 'string' ? unknownNames(node, inner, full) : []
  })
}

function readMembers(form: FormMembers, shape: Shape, prefix: string): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [name, node] of form) {
    const rule = shape[name]
    if (rule) result[name] = rule(node, prefix ? `${prefix}[${name}]` : name)
  }
  return result
}

/** The rules that are objects, so that unknown names are found at every depth before anything is read. */
const innerShapes = new WeakMap<Rule<unknown>, Shape>()

export function group<S extends Shape>(shape: S): Rule<Parsed<S>> {
  const rule: Rule<Parsed<S>> = (node, name) => {
    if (typeof node === 'string') throw malformed('Invalid object', { param: name })
    return readMembers(node, shape, name) as Parsed<S>
  }
  innerShapes.set(rule, shape)
  return rule
}

function plain(node: FormNode, name: string): string {
  if (typeof node !== 'string') throw malformed(`Invalid string: ${name}`, { param: name })
  return node
}

const MAX_TEXT = 5000

/** Text that can not be empty. */
export function text(max = MAX_TEXT): Rule<string> {
  return (node, name) => {
    const value = plain(node, name)
    if (value === '') {
      const message = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`
      throw malformed(message, { code: 'parameter_invalid_empty', param: name })
    }
    if (value.length > max) {
      const message = `Invalid string: must be at most ${max} characters`
      throw malformed(message, { code: 'parameter_invalid_string', param: name })
    }
    return value
  }
}

/** Text whose empty form unsets the value. */
export function clearable(max = MAX_TEXT): Rule<string | null> {
  const filled = text(max)
  return (node, name) => (node === '' ? null : filled(node, name))
}

export const integer: Rule<number> = (node, name) => {
  const value = plain(node, name)
  const number = Number(value)
  if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(number)) {
    throw malformed(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param: name })
  }
  return number
}

export const flag: Rule<boolean> = (node, name) => {
  const value = plain(node, name)
  if (value !== 'true' && value !== 'false') throw malformed(`Invalid boolean: ${value}`, { param: name })
  return value === 'true'
}

export function oneOf<const V extends string>(values: readonly V[]): Rule<V> {
  return (node, name) => {
    const value = plain(node, name)
    const found = values.find((candidate) => candidate === value)
    if (found !== undefined) return found
    const last = values.length > 1 ? `${values.slice(0, -1).join(', ')} or ${values.at(-1)}` : values[0]
    throw malformed(`Invalid ${name}: must be one of ${last}`, { param: name })
  }
}

export function listOf<T>(rule: Rule<T>): Rule<T[]> {
  return (node, name) => {
    if (node === '') return []
    if (typeof node === 'string') throw malformed('Invalid array', { param: name })
    return [...node.entries()].map(([index, member]) => {
      if (!/^\d+$/.test(index)) throw malformed('Invalid array', { param: name })
      return rule(member, `${name}[${index}]`)
    })
  }
}

/** An absolute http(s) address. Braces pass, because `{CHECKOUT_SESSION_ID}` is filled in later. */
export const address: Rule<string> = (node, name) => {
  const value = text()(node, name)
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw malformed('Not a valid URL', { code: 'url_invalid', param: name })
  }
  return value
}

export interface TimeRange {
  gt?: number
  gte?: number
  lt?: number
  lte?: number
}

/** `created=…` or `created[gt]=…`, in seconds. */
export const timeRange: Rule<TimeRange> = (node, name) => {
  if (typeof node !== 'string') return bounds(node, name)
  const at = integer(node, name)
  return { gte: at, lte: at }
}
const bounds = group({ gt: integer, gte: integer, lt: integer, lte: integer })
innerShapes.set(timeRange, { gt: integer, gte: integer, lt: integer, lte: integer })
