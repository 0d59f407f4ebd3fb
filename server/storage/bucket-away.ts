import { Refusal } from '#schema/errors'
import type { Env } from '../env'

/** The bucket cannot be reached, or turns this server away; `cause` says which. */
export class BucketAway extends Refusal {
  constructor(override readonly cause: unknown) {
    super('busy', 'Photos cannot be reached right now. Please try again.')
  }
}

/** Words for an operator when a start has failed at its bucket. Null for every other fault. */
export function describeBucketAway(error: unknown, { s3 }: Pick<Env, 's3'>): string | null {
  if (!(error instanceof BucketAway) || !(error.cause instanceof Error)) return null
  const { code, message }: Error & { code?: unknown } = error.cause
  const host = URL.parse(s3.endpoint)?.host
  return `The bucket ${s3.bucket}${host ? ` at ${host}` : ''} cannot be used: ${code ? `${code}: ` : ''}${message}`
}
