import { KEY_HEADER } from '#schema/sync-scopes'
import type { Cluster } from './cluster'
import { TEST_PASSWORD } from './sign-up'
import { until } from './until'

/** A person who has registered over a cluster. */
export interface ClusterPerson {
  id: number
  /** The cookie header of their browser. */
  as: string
}

interface Call {
  as?: string
  body?: unknown
  key?: string
}

const ADDRESSES = 250
let calls = 0

/** The day that a person blocks by the press of this number. */
export function blockedDay(nth: number): string {
  return new Date(Date.UTC(2027, 0, 1 + 2 * nth)).toISOString().slice(0, 10)
}

/** Callers of a cluster: each request as our own pages send it, from another address than the one before. */
export function clusterClient(cluster: Pick<Cluster, 'origin' | 'servers'>) {
  function call(origin: string, method: string, path: string, { as, body, key }: Call = {}): Promise<Response> {
    const headers = {
      origin: cluster.origin,
      'content-type': 'application/json',
      'x-forwarded-for': `198.51.100.${calls++ % ADDRESSES}`,
      ...(as && { cookie: as }),
      ...(key && { [KEY_HEADER]: key }),
    }
    return fetch(`${origin}${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  }

  async function register(origin: string, username: string): Promise<ClusterPerson> {
    const body = { username, password: TEST_PASSWORD, email: 'person@example.com' }
    const answer = await call(origin, 'POST', '/api/register', { body })
    if (answer.status !== 201) throw new Error(`${username}: ${answer.status} ${await answer.text()}`)
    const [as = ''] = (answer.headers.get('set-cookie') ?? '').split(';')
    return { id: ((await answer.json()) as { id: number }).id, as }
  }

  /** Blocks the person's day of this number, under a key of its own: the same number again is the same press. */
  function block(origin: string, { id, as }: ClusterPerson, nth: number): Promise<Response> {
    const day = blockedDay(nth)
    const key = `00000000-0000-4000-8000-${String(id * 1000 + nth).padStart(12, '0')}`
    return call(origin, 'POST', `/api/users/${id}/blocked-dates`, { as, key, body: { startDate: day, endDate: day } })
  }

  async function blockedDays({ id, as }: ClusterPerson): Promise<string[]> {
    const answer = await call(cluster.origin, 'GET', `/api/users/${id}/blocked-dates`, { as })
    return ((await answer.json()) as { startDate: string }[]).map(({ startDate }) => startDate)
  }

  /** Waits until those that were killed are back. */
  const allReady = () =>
    until(async () => {
      const answers = cluster.servers.map(({ origin }) => call(origin, 'GET', '/api/ready').catch(() => null))
      return (await Promise.all(answers)).every((answer) => answer?.ok)
    })

  return { call, register, block, blockedDays, allReady }
}
