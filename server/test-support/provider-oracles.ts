import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordedExchange } from './provider-bench'

/** The folder of Stripe's own descriptions of its API, beside the repository; they are no part of it. */
const FOLDER = process.env.STRIPE_CONFORMANCE ?? join(import.meta.dir, '../../../shared/stripe-conformance')

const ORACLES = join(FOLDER, 'validate.mjs')
const OWN_FOLDER = join(import.meta.dir, '../../node_modules/.cache/trestle')
const NOT_HERE = 'Stripe conformance: the oracles are not beside the project, exchanges are not checked by them.'

interface Verdict {
  openapi: string[] | null
  sdk: string[] | null
}

interface Oracles {
  request(method: string, path: string, raw: string): Verdict
  response(method: string, path: string, status: number, body: unknown): Verdict
}

/** Parameters, or values of them, that are younger than the OpenAPI file; the declarations of the SDK know them. */
const YOUNGER_PARAMETERS = [
  'allowed_payment_method_types',
  'api_version',
  'collection_options',
  'controller',
  'enabled_events',
]

let loaded: Promise<Oracles | undefined> | undefined

/** The two oracles, or undefined (said once) when they are not there. */
function loadOracles(): Promise<Oracles | undefined> {
  loaded ??= existsSync(ORACLES) ? readOracles() : Promise.resolve(console.warn(NOT_HERE)).then(() => undefined)
  return loaded
}

/** The oracles load their libraries from where they lie, and only this project has these: so they are read from a copy in it. */
async function readOracles(): Promise<Oracles> {
  await mkdir(OWN_FOLDER, { recursive: true })
  const copy = join(OWN_FOLDER, `oracles-${process.pid}.mjs`)
  await copyFile(ORACLES, copy)
  try {
    const { conformance }: { conformance(at: { dir: string }): Promise<Oracles> } = await import(copy)
    return await conformance({ dir: `${FOLDER}/` })
  } finally {
    await rm(copy, { force: true })
  }
}

/** The objections of the oracles; empty when all is well or when there are none. */
export async function objections(exchanges: readonly RecordedExchange[]): Promise<string[]> {
  const oracles = await loadOracles()
  return oracles ? exchanges.flatMap((exchange) => judge(oracles, exchange)) : []
}

function judge(oracles: Oracles, { method, path, raw, status, body }: RecordedExchange): string[] {
  const wanted = status < 400 ? asked(oracles.request(method, path, raw)) : []
  const answered = oracles.response(method, path, status, body).sdk ?? []
  return [...wanted, ...answered].map((text) => `${method} ${path} ${status}: ${text}`)
}

function asked({ openapi, sdk }: Verdict): string[] {
  const older = (openapi ?? []).filter((text) => !YOUNGER_PARAMETERS.some((name) => text.includes(name)))
  return [...older, ...(sdk ?? [])]
}
