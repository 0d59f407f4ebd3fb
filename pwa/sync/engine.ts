import type { FirstScreenRows } from '#schema/sync-scopes'
import { onDiskReopened } from '../disk/disk-version'
import { type LocalDb, type OutboxItem, pausedWhy } from '../disk/local-db'
import type { MutationName, MutationPayload } from '../disk/mutations'
import type { BackupWriter } from '../disk/rescue/backup'
import { type AccountNews, openAccountChannel } from './account-channel'
import { Catalogue } from './catalogue'
import { httpCall } from './http'
import type { Puller } from './puller'
import { hasNoNetwork, onReachability, reachability } from './reachability'
import type { SendingTask } from './sender'
import type { Submit } from './submit'
import type { SyncStatus } from './sync-status'

/** While something waits or the server is out of reach, this often is looked again. */
const RETRY_MS = 5_000
const IDLE_MS = 60_000
/** By up to this share of itself it is longer or shorter, so that devices do not ask all at once. */
const IDLE_SPREAD = 0.2

/** The working parts, with the rules that they execute: loaded when they are first needed, because no first paint needs them. */
const parts = {
  outbox: () => import(/* piece: behind */ './outbox'),
  submit: () => import(/* piece: behind */ './submit'),
  sender: () => import(/* piece: behind */ './sender'),
  lease: () => import(/* piece: behind */ './lease'),
  puller: () => import(/* piece: behind */ './puller'),
  live: () => import(/* piece: behind */ './live'),
  allowed: () => import(/* piece: behind */ './when-allowed'),
  areas: () => import(/* piece: behind */ './held-areas'),
  spare: () => import(/* piece: behind */ '../disk/rescue/backup'),
}

/** The engine of one account on this page: sends what waits, pulls what is new, keeps the catalogue in memory. */
export class SyncEngine {
  readonly db: LocalDb
  readonly userId: number | null
  readonly catalogue: Catalogue
  #status: SyncStatus = { filling: null, pulling: true, sending: false, uploading: false, signedOut: false }
  readonly #listeners = new Set<() => void>()
  readonly #refusalListeners = new Set<(opId: string) => void>()
  #channel: BroadcastChannel | null = null
  #stops: (() => void)[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | null = null
  #uploading: Promise<void> | null = null
  #sendAgain = false
  /** The last write that was sent has reached nobody. */
  #isInVain = false
  #dueNow = false
  #pulling: Promise<void> | null = null
  #pullAgain = false
  #stopped = true
  #puller: Puller | null = null
  #spare: Promise<BackupWriter | null> | null = null

  /** @param first rows that came with the page */
  constructor(db: LocalDb, userId: number | null, first?: FirstScreenRows | null) {
    this.db = db
    this.userId = userId
    this.catalogue = new Catalogue(db, first)
  }

  status(): SyncStatus {
    return this.#status
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls `listener` for each write that the server will not take, whichever page or worker has sent it. */
  onRefused(listener: (opId: string) => void): () => void {
    this.#refusalListeners.add(listener)
    return () => this.#refusalListeners.delete(listener)
  }

  /** Starts listening, pulling and sending; `stop` undoes all of it. */
  start(): void {
    this.#stopped = false
    this.#channel = openAccountChannel(this.db)
    this.#channel.onmessage = ({ data }: MessageEvent<AccountNews>) => this.#heard(data)
    const wake = () => this.wake()
    const dueNow = () => this.wake({ dueNow: true })
    const visible = () => document.visibilityState === 'visible' && this.wake({ dueNow: true })
    window.addEventListener('online', dueNow)
    // Asking at once is how this device finds out, and says, that nothing answers any more.
    window.addEventListener('offline', wake)
    window.addEventListener('pageshow', wake)
    document.addEventListener('visibilitychange', visible)
    this.#stops.push(
      this.#listen((scopes) => void this.#hearOf(scopes)),
      this.#openBackup(),
      beginOnce(parts.allowed(), ({ whenAllowed }) => whenAllowed(this.db, dueNow)),
      onDiskReopened(dueNow),
      onReachability(() => {
        // A pull that is answered where a write is not says nothing new of the write: it is sent again a little later.
        const isNews = reachability().reachable && !(this.#isInVain && this.#pulling)
        if (isNews) this.wake({ dueNow: true })
        else this.#restAnew()
      }),
      () => window.removeEventListener('online', dueNow),
      () => window.removeEventListener('offline', wake),
      () => window.removeEventListener('pageshow', wake),
      () => document.removeEventListener('visibilitychange', visible),
    )
    this.wake({ dueNow: true })
  }

  /** Hears of news as they happen; without the code for it, at the next look around. A visitor looks every minute. */
  #listen(onPoke: (scopes?: string[]) => void): () => void {
    if (this.userId === null) return () => undefined
    return beginOnce(parts.live(), ({ startLive }) => startLive(this.db.name, onPoke))
  }

  /** News of areas that this device does not hold wake nothing. */
  async #hearOf(scopes?: string[]): Promise<void> {
    const holds = async (some: string[]) => (await parts.areas()).holdsOneOf(this.db, some)
    if (!scopes || (await holds(scopes).catch(() => true))) this.wake()
  }

  /** Keeps a second copy of what is on this device alone; without the code for it the next start does. */
  #openBackup(): () => void {
    const spare = parts
      .spare()
      .then(({ openBackup }) => openBackup(this.db))
      .catch(() => null)
    this.#spare = spare
    return () => {
      this.#spare = null
      spare.then((keeper) => keeper?.stop())
    }
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
    for (const stop of this.#stops) stop()
    this.#stops = []
    this.#channel?.close()
    this.#channel = null
    this.catalogue.rest()
  }

  /**
   * Keeps a write, its photos and the end of its draft in one transaction, and starts sending. Resolves as soon as all of
   * it is on disk.
   * @returns the id of the write; null when `merge` has found nothing to send
   */
  readonly submit: Submit = (kind, payload, options) => this.queueTogether((submit) => submit(kind, payload, options))

  /**
   * Sends a write at once, from memory: for a disk that has no room to keep it.
   * @returns the refusal in the server's words; null once it has arrived. @throws what kept it from being kept
   */
  async sendFromMemory<Name extends MutationName>(
    kind: Name,
    payload: MutationPayload<Name>,
    whyNotKept: unknown,
  ): Promise<string | null> {
    const { sendUnkept } = await import('./send-unkept')
    const end = await sendUnkept({ db: this.db, userId: this.userId, call: httpCall }, kind, payload)
    if (end.kind === 'unsent') throw whyNotKept
    this.wake()
    return end.kind === 'refused' ? end.message : null
  }

  /**
   * The same for several writes, or for one with more that belongs to it on this device: all of it or none. `work` runs in
   * one transaction over the outbox, the drafts and the photos; it must wait for nothing else.
   * @returns what `work` returned
   */
  async queueTogether<Value>(work: (submit: Submit) => Promise<Value>): Promise<Value> {
    const { db, userId } = this
    if (userId === null) throw new Error('A visitor has no outbox')
    const { submitTogether, prepareForLater } = await parts.submit()
    const value = await submitTogether(db, userId, work)
    this.backUp()
    await prepareForLater()
    this.wake()
    return value
  }

  /** Brings the backup up to date now: begun at once, and nobody waits for it. */
  backUp(): void {
    void this.#spare?.then((spare) => spare?.copied())
  }

  /** Sends soon and pulls after it; several calls at once do it once. What waits is sent beside a pull that hangs. */
  wake(options: { dueNow?: boolean } = {}): void {
    if (this.#stopped) return
    clearTimeout(this.#timer)
    this.#sendAgain = true
    this.#dueNow ||= options.dueNow ?? false
    // A part that cannot be loaded now, or a disk that is closed: the next look tries again.
    this.#sending ??= this.#sendAll()
      .catch(() => this.#set({ sending: false }))
      .finally(() => {
        this.#sending = null
        if (this.#sendAgain) this.wake()
        else this.#pullSoon()
      })
  }

  /** Sends and pulls and waits for it. */
  async settle(): Promise<void> {
    this.wake({ dueNow: true })
    await this.#sending
    await this.#pulling
  }

  async #sendAll(): Promise<void> {
    while (this.#sendAgain && !this.#stopped) {
      const dueNow = this.#dueNow
      this.#sendAgain = false
      this.#dueNow = false
      // A write that was never tried can still be taken back or rewritten.
      if (this.userId !== null && !hasNoNetwork()) await this.#send(this.userId, dueNow)
    }
  }

  #pullSoon(): void {
    if (this.#stopped) return
    this.#pullAgain = true
    this.#pulling ??= this.#pullAll()
      .catch(() => this.#set({ pulling: false }))
      .finally(() => {
        this.#pulling = null
        if (this.#pullAgain) this.#pullSoon()
        else this.#rest()
      })
  }

  async #pullAll(): Promise<void> {
    while (this.#pullAgain && !this.#stopped) {
      this.#pullAgain = false
      await this.#pull()
    }
  }

  async #send(userId: number, dueNow: boolean): Promise<void> {
    if ((await pausedWhy(this.db)) || (await this.db.outbox.where('state').anyOf('queued', 'sending').count()) === 0)
      return
    const [{ makeAllDue }, { asOnly }, { sendSlice }] = await Promise.all([
      parts.outbox(),
      parts.lease(),
      parts.sender(),
    ])
    if (dueNow) await makeAllDue(this.db, Date.now())
    this.#isInVain = false
    this.#set({ sending: true })
    const onRefused = (opId: string) => {
      this.#refused(opId)
      this.#tell({ refused: opId })
    }
    const slice = async (task: SendingTask, onArrived?: () => void) => {
      const parts = { db: this.db, task, userId, call: httpCall, now: Date.now, random: Math.random }
      const end = await asOnly(this.db, task, (holdsLease) => sendSlice({ ...parts, holdsLease, onRefused, onArrived }))
      if (end === 'unreachable') this.#isInVain = true
      if (end === 'paused') this.#set({ signedOut: (await pausedWhy(this.db)) === 'unauthenticated' })
      return end
    }
    const upload = async () => {
      this.#set({ uploading: true })
      // Each photo that has arrived may be the last one that a write waits for.
      while ((await slice('uploader', () => this.wake())) === 'more') if (this.#stopped) return
    }
    this.#uploading ??= upload()
      .catch(() => undefined)
      .finally(() => {
        this.#uploading = null
        this.#set({ uploading: false })
      })
    const end = await slice('sender')
    if (end === 'more') {
      this.#sendAgain = true
      // Much waits: news, and the answers to what has arrived, do not wait for the end of it.
      this.#pullSoon()
    }
    // The rows of what was sent come with the pull that follows.
    this.#set({ sending: false, pulling: true })
  }

  async #pull(): Promise<void> {
    const { Puller } = await parts.puller()
    if (this.#stopped) return
    const { db, userId, catalogue } = this
    this.#puller ??= new Puller({
      db,
      userId,
      catalogue,
      isStopped: () => this.#stopped,
      onStatus: (change) => this.#set(change),
      onChanged: () => this.#tell('pulled'),
    })
    if (await this.#puller.pull()) this.#pullAgain = true
  }

  #tell(news: AccountNews): void {
    this.#channel?.postMessage(news)
  }

  #refused(opId: string): void {
    for (const listener of this.#refusalListeners) listener(opId)
  }

  /** Another page or the worker tells. */
  #heard(news: AccountNews): void {
    if (typeof news === 'object') this.#refused(news.refused)
    else {
      this.catalogue.refresh().then(
        () => this.#set({}),
        () => this.wake(),
      )
    }
  }

  /** One call of a page has found nobody: this is looked into soon, not at the end of a long rest. */
  #restAnew(): void {
    clearTimeout(this.#timer)
    this.#rest()
  }

  #rest(): void {
    if (this.#stopped) return
    const look = async () => {
      const dueMs = await this.#dueIn()
      if (document.visibilityState === 'visible' || dueMs <= RETRY_MS) this.wake()
      else if (dueMs < Number.POSITIVE_INFINITY) this.#rest()
    }
    const soon = !reachability().reachable
    this.#dueIn().then((dueMs) => {
      // Another rest may have begun meanwhile.
      clearTimeout(this.#timer)
      if (!this.#stopped)
        this.#timer = setTimeout(look, soon || dueMs <= RETRY_MS ? RETRY_MS : Math.min(dueMs, spread(IDLE_MS)))
    })
  }

  /** @returns how long until something of what waits is due, in milliseconds; infinity when nothing waits */
  async #dueIn(): Promise<number> {
    try {
      const waiting = await this.db.outbox.where('state').anyOf('queued', 'sending', 'acked').sortBy('order')
      const isMoving = waiting.some(({ state }) => state !== 'queued')
      const photos = waiting.filter(({ kind }) => kind === 'photo.upload')
      // A lane waits for the first of its writes.
      const first = [...Map.groupBy(waiting, ({ lane }) => lane).values()].map(([item]) => item && dueAt(item, photos))
      return isMoving ? 0 : Math.min(...first.map((at = 0) => at - Date.now()))
    } catch {
      // A disk that cannot be read now may be read at the next look.
      return Number.POSITIVE_INFINITY
    }
  }

  #set(change: Partial<SyncStatus>): void {
    this.#status = { ...this.#status, ...change }
    for (const listener of this.#listeners) listener()
  }
}

const spread = (ms: number) => ms * (1 + (Math.random() * 2 - 1) * IDLE_SPREAD)

/**
 * Calls `begin` with a part of the engine once it is loaded; without its code, the engine's next look does its work.
 * @returns a function that ends what has begun, or keeps it from beginning
 */
function beginOnce<Part>(load: Promise<Part>, begin: (part: Part) => () => void): () => void {
  let stop: (() => void) | null = null
  let isOver = false
  load.then(
    (part) => {
      if (!isOver) stop = begin(part)
    },
    () => undefined,
  )
  return () => {
    isOver = true
    stop?.()
  }
}

/** A write leaves after the photos that it names, which are in lanes of their own: `photo:` and the name. */
function dueAt({ readyAt, payload }: OutboxItem, photos: OutboxItem[]): number {
  const words = `${JSON.stringify(payload)}`
  return Math.max(readyAt, ...photos.flatMap((photo) => (words.includes(photo.lane.slice(6)) ? photo.readyAt : [])))
}
