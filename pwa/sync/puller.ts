import type { Digest } from '#schema/sync'
import { type HttpAnswer, type HttpRequest, httpCall } from '../api/http'
import type { Catalogue } from '../db/catalogue'
import { type LocalDb, writeMeta } from '../db/local-db'
import { healDrift } from './drift'
import type { SyncStatus } from './engine'
import { fetchPhotos } from './fetch-photos'
import { fetchSnapshot } from './fetch-snapshot'
import { asOnly } from './lease'
import { pullRound } from './pull'

/** What is here is compared with what the server has no more often than this. */
const COMPARE_MS = 10 * 60_000

/** What the pulling of one account on this page needs of its engine. */
export interface PullerParts {
  db: LocalDb
  userId: number | null
  catalogue: Catalogue
  isStopped(): boolean
  onStatus(change: Partial<SyncStatus>): void
  /** Called when a round has brought something. */
  onChanged(): void
}

/** Pulls what is new, and does what follows from it: the catalogue in memory, photos, a look for drift. */
export class Puller {
  readonly #parts: PullerParts
  #photosComplete = false
  #keepingPhotos = false
  #comparedAt = 0

  constructor(parts: PullerParts) {
    this.#parts = parts
  }

  /** One round, unless another page is at it. @returns whether there is more to be pulled at once */
  async pull(): Promise<boolean> {
    const { db, userId, onStatus } = this.#parts
    const again = await asOnly(db, 'puller', () => {
      onStatus({ pulling: true })
      return this.#round(userId)
    })
    onStatus({ pulling: false, filling: null })
    return again ?? false
  }

  async #round(userId: number | null): Promise<boolean> {
    const { db, catalogue, isStopped, onStatus, onChanged } = this.#parts
    const end = await pullRound({
      db,
      userId,
      call: (request) => this.#ask(request),
      async fetchSnapshot(scope) {
        const snapshot = await fetchSnapshot(scope, (share) => onStatus({ filling: share }))
        return isStopped() ? null : snapshot
      },
      // A disk that cannot be read now is read again when the round is over.
      onFilled: () => void catalogue.refresh().catch(() => undefined),
    })
    if (end.kind === 'signed-out' && userId !== null) {
      onStatus({ signedOut: true })
      await writeMeta(db, 'paused', 'unauthenticated')
      return this.#round(null)
    }
    if (end.kind === 'too-old') await writeMeta(db, 'paused', 'client_too_old')
    if (end.kind !== 'done') return false
    if (userId !== null) onStatus({ signedOut: false })
    await catalogue.refresh()
    if (end.changed) {
      this.#photosComplete = false
      onChanged()
    }
    const again = end.changed ? false : await this.#healDrift(userId, end.told)
    if (!this.#photosComplete) void this.#keepPhotos()
    return again
  }

  /** Now and then, when nothing else has happened: is what is here what the server has? */
  async #healDrift(userId: number | null, told: ReadonlyMap<string, Digest>): Promise<boolean> {
    const now = Date.now()
    if (now - this.#comparedAt < COMPARE_MS) return false
    this.#comparedAt = now
    const { db, catalogue } = this.#parts
    return healDrift({ db, catalogue, userId, now }, told)
  }

  /** Photos come last, when everything else is here. */
  async #keepPhotos(): Promise<void> {
    if (this.#keepingPhotos || !navigator.serviceWorker?.controller) return
    this.#keepingPhotos = true
    const { db, catalogue, isStopped } = this.#parts
    let isWhole: boolean
    do {
      // What is pulled meanwhile takes this back, and all is looked at once more.
      this.#photosComplete = true
      // The disk is closed or full: the next pull tries again.
      isWhole = await fetchPhotos(db, catalogue, isStopped).catch(() => false)
    } while (isWhole && !this.#photosComplete)
    this.#photosComplete = isWhole
    this.#keepingPhotos = false
  }

  /** An answer to an engine that was stopped meanwhile is dropped: its rows must not come back to a disk wiped since. */
  async #ask(request: HttpRequest): Promise<HttpAnswer> {
    const answer = await httpCall(request)
    return this.#parts.isStopped() ? { kind: 'unreachable' } : answer
  }
}
