import { LibsqlError } from '@libsql/client'
import { HttpServerError } from '@libsql/hrana-client'
import type { Env } from '../env'
import { refusalIn } from './refusal-in'

/**
 * Words for an operator when a start has failed at its database server: it does not answer, or it turns this server away.
 * Null for every other fault.
 */
export function describeAway(error: unknown, { database, markets }: Pick<Env, 'database' | 'markets'>): string | null {
  const server = database ?? markets
  const { cause } = refusalIn(error) ?? {}
  if (!server || typeof server === 'string' || !(cause instanceof LibsqlError)) return null
  const answers = cause.cause instanceof HttpServerError ? `answers ${cause.cause.status}` : 'does not answer'
  return `The database server at ${new URL(server.url).host} ${answers}`
}
