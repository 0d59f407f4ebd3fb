import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test'

export const DEMO_PASSWORD = 'trestle'
/** The accounts of the demo marketplace that stories sign in as. */
export type DemoAccount = 'host' | 'planner' | 'maker' | 'operator'

/** Somebody with a browser of their own. */
export interface Person {
  /** Username; empty for a visitor. */
  name: string
  context: BrowserContext
  page: Page
}

/** Calls in a person's name that arrange a story. They pass by the proxy: faults are for what the story is about. */
export interface Api {
  get<T>(path: string): Promise<T>
  /** A public list whole, over all of its pages. */
  getAll<T extends { id: number }>(path: string): Promise<T[]>
  /** A page as it is. */
  text(path: string): Promise<string>
  /** @throws Error `<status>: <body>` for every answer outside 2xx. */
  post<T>(path: string, body?: unknown, headers?: Record<string, string>): Promise<T>
  remove<T>(path: string): Promise<T>
}

/** Talks to the server at `serverOrigin` with the cookies of `requests`. */
export function createApi(requests: APIRequestContext, serverOrigin: string): Api {
  async function call<T>(method: string, path: string, data?: unknown, headers?: Record<string, string>): Promise<T> {
    const response = await requests.fetch(serverOrigin + path, { method, data, headers })
    const text = await response.text()
    if (!response.ok()) throw new Error(`${method} ${path} answered ${response.status()}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    get: (path) => call('GET', path),
    getAll: async <T extends { id: number }>(path: string) => {
      const rows: T[] = []
      for (let page: T[] | null = null; page?.length !== 0; rows.push(...page))
        page = await call<T[]>('GET', `${path}?cursor=${rows.at(-1)?.id ?? Number.MAX_SAFE_INTEGER}`)
      return rows
    },
    text: async (path) => (await requests.get(serverOrigin + path)).text(),
    post: (path, body, headers) => call('POST', path, body, headers),
    remove: (path) => call('DELETE', path),
  }
}

/** Everybody who arrives has a network of their own, as outside of tests: the server counts arrivals by it. */
export const fromSomewhere = () => ({ 'x-forwarded-for': `2001:db8:${randomUUID().slice(9, 18).replace('-', ':')}::1` })

/** Gives the context the session of a demo account. */
export async function signIn(api: Api, username: string, password = DEMO_PASSWORD): Promise<void> {
  await api.post('/api/login', { username, password }, fromSomewhere())
}

/** Registers somebody nobody has met and gives the context their session; answers the username. */
export async function register(
  api: Api,
  username = `guest-${randomUUID().slice(0, 8)}`,
  password = DEMO_PASSWORD,
): Promise<string> {
  const body = { username, password, email: `${username}@example.com` }
  await api.post('/api/register', body, fromSomewhere())
  await confirmAddress(api, body.email)
  return username
}

/** Uses the link that the server has mailed to a new account. */
export async function confirmAddress(api: Api, address: string): Promise<void> {
  await expect(async () => {
    const token = await readToken(api, address)
    await api.post('/api/email-link', { token }, fromSomewhere())
  }).toPass({ intervals: [250] })
}

async function readToken(api: Api, address: string): Promise<string> {
  const lines = (await api.text('/mail')).split('<li>')
  const line = lines.find((words) => words.includes(address) && words.includes('Confirm your email address'))
  const path = /href="([^"]+)"/.exec(line ?? '')?.[1]
  const [, token] = path ? (/#([\w-]{43})/.exec(await api.text(path)) ?? []) : []
  if (!token) throw new Error(`No mail has come to ${address} yet`)
  return token
}
