import { endpoints } from '#schema/endpoints'
import { routes } from '#schema/routes'
import { grayPng } from '../test-pictures'

export const QUIET_ACTS = ['sign-in', 'listings', 'upload', 'save a board'] as const
export type QuietAct = (typeof QUIET_ACTS)[number]

export interface Round {
  act: QuietAct
  status: number
  ms: number
}

const PERSON = { username: 'quiet-rosa', password: 'plates and more 3' }
const BOARD = routes.putBoard.path.replace(':key', crypto.randomUUID())

/** A person who minds their own business, each time from another place and with a browser that is new here. */
export function quietPerson(origin: string) {
  let turn = 0
  let cookie = ''
  const send = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(origin + path, {
      ...init,
      headers: { 'x-forwarded-for': `192.0.2.${turn % 250}`, cookie, ...init.headers },
    })
  const post = (path: string, body: unknown, method = 'POST') =>
    send(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

  async function signIn(): Promise<Response> {
    cookie = ''
    const answer = await post(routes.login.path, PERSON)
    cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    return answer
  }

  const acts: Record<QuietAct, () => Promise<Response>> = {
    'sign-in': signIn,
    listings: () => send(endpoints.listListings.path),
    upload() {
      const body = new FormData()
      // Another photo each time: one that is known already would be less work.
      body.append('file', new Blob([grayPng(1_200 + turn, 900)]), 'photo.png')
      return send(routes.upload.path, { method: 'POST', body })
    },
    'save a board': () => post(BOARD, { name: `Party ${turn}` }, routes.putBoard.method),
  }

  return {
    async register(): Promise<void> {
      const answer = await post(routes.register.path, { ...PERSON, email: 'rosa@example.com' })
      if (answer.status !== 201) throw new Error(`Registration answered ${answer.status}: ${await answer.text()}`)
    },
    /** Does each act once. */
    async round(): Promise<Round[]> {
      const rounds: Round[] = []
      turn++
      for (const act of QUIET_ACTS) {
        const begin = performance.now()
        const answer = await acts[act]()
        await answer.arrayBuffer()
        rounds.push({ act, status: answer.status, ms: performance.now() - begin })
      }
      return rounds
    },
  }
}
