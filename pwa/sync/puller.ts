import type { Digest } from '#schema/sync'
import { type LocalDb, writeMeta } from '../disk/local-db'
import { hasOtherPlaces, refreshAreas } from './ask-areas'
import type { Catalogue } from './catalogue'
import { healDrift } from './drift'
import { fetchSnapshot } from './fetch-snapshot'
import { readParts } from './held-areas'
import { type HttpAnswer, type HttpRequest, httpCall, JSON_TIMEOUT_MS } from './http'
import { asOnly } from './lease'
import { fetchMissingPhotos } from './photo-fetching'
import { pullRound } from './pull'
import { reachability } from './reachability'
import { noteSessionEnd } from './session-end'
import { watchSilence } from './silence'
import type { SyncStatus } from './sync-status'

/** The rows here are compared with the server's no more often than this. */
const COMPARE_MS = 10 * 60_000
/** The pause after a refusal for asking too often that names no time. */
const HELD_MS = 60_000

/** A server that answers with a fault of its own, as while its database is away, is asked again so much later. */
const FAULT_MS = 4_000
/** So often is looked whether another page has ended its round. */
const TAKEN_MS = 250

/** The parts of its engine that the pulling of one account on this page needs. */
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
  #awaitsWorker = false
  #comparedAt = 0
  /** On the page's own clock: before it the server does not want to be asked. */
  #heldUntil = 0
  #afterFault: ReturnType<typeof setTimeout> | undefined

  constructor(parts: PullerParts) {
    this.#parts = parts
  }

  /**
   * One round, after that of another page that is at it: the other may have asked before the news of this call were there.
   * @returns whether there is more to be pulled at once
   */
  async pull(): Promise<boolean> {
    const { db, userId, isStopped, onStatus } = this.#parts
    // The round of another page may bring the news as well.
    onStatus({ pulling: true })
    let again: boolean | 'later' | null = null
    while (again === null && !isStopped() && performance.now() >= this.#heldUntil) {
      again = await asOnly(db, 'puller', () => this.#round(userId))
      if (again === null) await pause(TAKEN_MS)
    }
    // News that the server could not tell, or does not want to be asked for yet, are still to come.
    onStatus({ pulling: again !== false, filling: null })
    return again === true
  }

  async #round(userId: number | null): Promise<boolean | 'later'> {
    const { db, catalogue, isStopped, onStatus, onChanged } = this.#parts
    const holdBack = (ms: number | null) => this.#holdBack(ms)
    const call = (request: HttpRequest) => this.#ask(request)
    await refreshAreas({ db, call })
    const end = await pullRound({
      db,
      userId,
      call,
      async fetchSnapshot(scope, isPartWanted = false) {
        const onProgress = (share: number) => onStatus({ filling: share })
        const snapshot = await fetchSnapshot(scope, onProgress, { onLimited: holdBack, isPartWanted })
        return isStopped() ? null : snapshot
      },
      // A disk that cannot be read now is read again when the round is over.
      onFilled: () => void catalogue.refresh().catch(() => undefined),
    })
    if (end.kind === 'signed-out' && userId !== null) {
      onStatus({ signedOut: true })
      await writeMeta(db, 'paused', 'unauthenticated')
      noteSessionEnd()
      return this.#round(null)
    }
    if (end.kind === 'too-old') await writeMeta(db, 'paused', 'client_too_old')
    if (end.kind === 'more') return true
    if (end.kind === 'unreachable' && reachability().reachable) return this.#lookAgain()
    if (end.kind !== 'done') return false
    if (userId !== null) onStatus({ signedOut: false })
    await catalogue.refresh()
    if (await this.#keepPinned(call)) await catalogue.refresh()
    if (end.changed) {
      this.#photosComplete = false
      onChanged()
    }
    // The news may be a new address: the areas around it are fetched at once.
    const again = end.changed ? await hasOtherPlaces(db) : await this.#healDrift(userId, end.told)
    if (!this.#photosComplete) void this.#keepPhotos()
    return again
  }

  /** A device that holds all public rows pins none. Code that cannot be fetched now is fetched with the next round. */
  async #keepPinned(call: (request: HttpRequest) => Promise<HttpAnswer>): Promise<boolean> {
    const { db, catalogue } = this.#parts
    if (!(await readParts(db))) return false
    const pinned = await import(/* piece: onlinePins */ './pinned-rows').catch(() => null)
    return pinned?.keepPinned({ db, catalogue, call }) ?? false
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
    if (this.#keepingPhotos) return
    // On the first visit the worker comes after the rows; without one that is in charge nothing is kept.
    if (!navigator.serviceWorker?.controller) return this.#keepPhotosLater()
    this.#keepingPhotos = true
    const { db, catalogue, isStopped } = this.#parts
    let isWhole: boolean
    do {
      // A pull meanwhile takes this back, and all is looked at once more.
      this.#photosComplete = true
      // The disk is closed or full: the next pull tries again.
      isWhole = await fetchMissingPhotos(db, catalogue, isStopped).catch(() => false)
    } while (isWhole && !this.#photosComplete)
    this.#photosComplete = isWhole
    this.#keepingPhotos = false
  }

  #keepPhotosLater(): void {
    if (this.#awaitsWorker || !navigator.serviceWorker) return
    this.#awaitsWorker = true
    navigator.serviceWorker.addEventListener('controllerchange', () => void this.#keepPhotos(), { once: true })
  }

  /** An answer to an engine that was stopped meanwhile is dropped: its rows must not come back to a disk wiped since. */
  async #ask(request: HttpRequest): Promise<HttpAnswer> {
    const patience = new AbortController()
    const silence = watchSilence(JSON_TIMEOUT_MS, () =>
      patience.abort(new DOMException('Nothing came', 'TimeoutError')),
    )
    const answer = await httpCall({ ...request, patience: { signal: patience.signal, heard: silence.broken } })
    silence.stop()
    if (answer.kind === 'answered' && answer.status === 429) this.#holdBack(answer.retryAfterMs)
    return this.#parts.isStopped() ? { kind: 'unreachable' } : answer
  }

  /** The server is there, so that the engine would rest for a minute. */
  #lookAgain(): 'later' {
    clearTimeout(this.#afterFault)
    this.#afterFault = setTimeout(
      async () => {
        const { isStopped, onStatus } = this.#parts
        const isSeen = () => !isStopped() && document.visibilityState === 'visible'
        // A disk that cannot be read now may be read at the engine's next look.
        const rest = () => onStatus({ pulling: false })
        while (isSeen() && (await this.pull().catch(rest)));
      },
      Math.max(0, this.#heldUntil - performance.now()) + FAULT_MS * (0.5 + Math.random()),
    )
    return 'later'
  }

  #holdBack(ms: number | null): void {
    this.#heldUntil = performance.now() + (ms ?? HELD_MS)
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
