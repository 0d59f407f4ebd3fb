import { routes } from '#schema/routes'
import type { PushAnswer, PushRequest } from '#schema/sync'
import { TEST_ORIGIN } from '../../../server/test-support/test-app'
import { testPhoto } from '../../../server/test-support/test-photos'
import type { Dice } from './dice'

/** An upload of everybody's here; every photo of the simulation has its address. */
export const PHOTO_NAME = 'simulated'
export const SIMULATED_PHOTO = testPhoto(PHOTO_NAME)

/** Names the device that asks; it never leaves the simulated network. */
export const DEVICE_HEADER = 'x-device'

type Fault = 'pass' | 'slow' | 'lost' | 'cut' | 'twice' | 'late' | 'echo' | 'busy' | 'partly' | 'portal'
export type Mood = 'calm' | 'lossy' | 'offline' | 'portal'

const FAULTS: Record<Mood, Partial<Record<Fault, number>>> = {
  calm: { pass: 1 },
  lossy: { pass: 8, slow: 6, lost: 2, cut: 5, twice: 2, late: 2, echo: 3, busy: 3, partly: 4, portal: 1 },
  offline: { lost: 1 },
  portal: { portal: 1 },
}

export interface NetworkParts {
  /** Our server. */
  serve(request: Request): Promise<Response>
  dice: Dice
  cookieOf(device: string): string | null
  epoch(): string
  /** A portal's answer in our place. */
  portal(path: string): Response
}

/** A network that loses, delays, repeats and invents. It stands where the browser's fetch would be. */
export class Network {
  mood: Mood = 'lossy'
  /**
   * Deliveries of likes and saves under each key that the server carried out rather than answered from memory. (A message
   * or a decline that comes twice at once finds its own effect and says so without looking at the key.)
   */
  readonly carriedOut = new Map<string, number>()
  /** Photos that were taken in, by what they hold. No picture is made of them: that is no part of this. */
  readonly uploaded = new Set<string>()
  readonly #parts: NetworkParts
  #serve: NetworkParts['serve']
  #death = Promise.withResolvers<never>()
  #isDown = false
  #late: (() => Promise<Response>)[] = []

  constructor(parts: NetworkParts) {
    this.#parts = parts
    this.#serve = parts.serve
  }

  /** From now on this one answers: the server was started again. */
  connect(serve: NetworkParts['serve']): void {
    this.#serve = serve
  }

  /** The server dies and is started again: what it was doing is answered to nobody, and meanwhile nobody answers. */
  async whileDown(start: () => Promise<void>): Promise<void> {
    this.#death.promise.catch(() => undefined)
    this.#death.reject(new TypeError('Failed to fetch'))
    this.#death = Promise.withResolvers()
    this.#isDown = true
    await start()
    this.#isDown = false
  }

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    const cookie = this.#parts.cookieOf(headers.get(DEVICE_HEADER) ?? '')
    headers.delete(DEVICE_HEADER)
    headers.set('origin', TEST_ORIGIN)
    if (cookie) headers.set('cookie', cookie)
    if (path === routes.upload.path) {
      const take = () => this.#takePhoto(init.body as FormData)
      return this.#through(path, take, take)
    }
    const deliver = (body = init.body) =>
      this.#deliver(
        new Request(TEST_ORIGIN + path, {
          method: init.method ?? 'GET',
          headers,
          ...(body ? { body: body as string } : {}),
        }),
      )
    const deliverPartly = () => partly(JSON.parse(String(init.body)), (body) => deliver(body))
    return this.#through(path, () => deliver(), path === routes.push.path ? deliverPartly : deliver)
  }

  /** Delivers one of the requests that are still under way somewhere; its answer reaches nobody. */
  async deliverLate(): Promise<void> {
    const [request] = this.#late.splice(this.#parts.dice.below(this.#late.length), 1)
    await request?.()
  }

  async deliverAllLate(): Promise<void> {
    while (this.#late.length > 0) await this.deliverLate()
  }

  async #through(
    path: string,
    deliver: () => Promise<Response>,
    deliverPartly: () => Promise<Response>,
  ): Promise<Response> {
    const { dice, portal } = this.#parts
    switch (dice.weighted(FAULTS[this.mood])) {
      case 'lost':
        throw new TypeError('Failed to fetch')
      case 'cut':
        await deliver()
        throw new TypeError('Failed to fetch')
      case 'late':
        this.#late.push(deliver)
        throw new TypeError('Failed to fetch')
      case 'echo':
        this.#late.push(deliver)
        return deliver()
      case 'twice':
        return (await Promise.all([deliver(), deliver()]))[dice.below(2)] as Response
      case 'busy':
        return Response.json(
          { code: 'busy', message: 'Busy' },
          { status: 503, headers: { 'sync-epoch': 'any', 'retry-after': '2' } },
        )
      case 'partly':
        return deliverPartly()
      case 'portal':
        return portal(path)
      case 'slow':
        for (let left = dice.below(40); left > 0; left--) await tick()
        return deliver()
      default:
        return deliver()
    }
  }

  async #takePhoto(form: FormData): Promise<Response> {
    if (this.#isDown) throw new TypeError('Failed to fetch')
    this.uploaded.add(await (form.get('file') as File).text())
    const headers = { 'sync-epoch': this.#parts.epoch(), 'sync-seq': '0' }
    return Response.json({ url: SIMULATED_PHOTO }, { headers })
  }

  async #deliver(request: Request): Promise<Response> {
    if (this.#isDown) throw new TypeError('Failed to fetch')
    const key = request.headers.get('idempotency-key')
    const answer = await Promise.race([this.#serve(request), this.#death.promise])
    const isMark = request.url.includes('/inspiration/')
    if (key && isMark && answer.ok && !answer.headers.has('idempotent-replayed'))
      this.carriedOut.set(key, (this.carriedOut.get(key) ?? 0) + 1)
    return answer
  }
}

/** The server is busy at the last of several writes: it takes the others, and answers each for itself. */
async function partly({ writes }: PushRequest, deliver: (body: string) => Promise<Response>): Promise<Response> {
  const answer = await deliver(JSON.stringify({ writes: writes.slice(0, -1) }))
  if (!answer.ok) return answer
  const { answers } = (await answer.json()) as PushAnswer
  const busy = { status: 503, seq: 0, body: { code: 'busy', message: 'Busy' }, retryAfterMs: 2_000 }
  return Response.json({ answers: [...answers, busy] }, { headers: answer.headers })
}

/** Lets everything else take one turn. */
export function tick(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
