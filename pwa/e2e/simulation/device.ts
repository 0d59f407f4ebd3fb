import type { Digest } from '#schema/sync'
import { type LocalDb, pausedWhy, readMeta, writeMeta } from '../../disk/local-db'
import { readThread } from '../../messages/message-queries'
import { discardWrite } from '../../outbox/waiting-write'
import { readBookings } from '../../rentals/offers/booking-queries'
import { Catalogue } from '../../sync/catalogue'
import { findDrift } from '../../sync/drift'
import { SyncEngine } from '../../sync/engine'
import { fetchSnapshot } from '../../sync/fetch-snapshot'
import { httpCall } from '../../sync/http'
import { enqueue, releaseAcked } from '../../sync/outbox'
import { shownMarks, wantedMarks } from '../../sync/overlay'
import { pullRound } from '../../sync/pull'
import { sendSlice } from '../../sync/sender'
import { freshDb, reopened } from '../../test-support/disk-in-memory'
import type { Dice } from './dice'
import { noWritings, type Writer, type Writings } from './drafting'
import { type Mutant, mutantCall, onDisk } from './mutants'
import { DEVICE_HEADER, tick } from './network'

export type MarkKind = 'like' | 'save'

/** Everything that a person has done on a device, in order: what must not be lost. */
export interface Journal {
  messages: { bookingId: number; clientId: string; content: string }[]
  /** Last word by `like/12`. */
  words: Map<string, boolean>
  /** When that was pressed, by the server's time, as a device knows it. */
  pressed: Map<string, string>
  declined: Set<number>
  opIds: Set<string>
}

export interface DeviceParts {
  name: string
  userId: number
  dice: Dice
  mutant: Mutant | null
  /** The name of the database's life, for mistakes that need to know it. */
  epoch(): string
  /** When something is pressed, by the server's time. */
  pressedAt(): string
  /** Milliseconds since the epoch on this device's own clock. */
  now(): number
}

/** One browser of one account: the real queue, sender, pull and catalogue over a disk in memory. */
export class Device {
  readonly journal: Journal = {
    messages: [],
    words: new Map(),
    pressed: new Map(),
    declined: new Set(),
    opIds: new Set(),
  }
  readonly writings: Writings = noWritings()
  readonly #id = crypto.randomUUID()
  #said = 0
  /** The account's secret, as the browser's cookie jar holds it. */
  cookie: string | null = null
  #db: LocalDb = freshDb()
  #catalogue = new Catalogue(this.#db)
  #told: ReadonlyMap<string, Digest> = new Map()
  readonly #parts: DeviceParts

  constructor(parts: DeviceParts) {
    this.#parts = parts
  }

  get name(): string {
    return this.#parts.name
  }

  get userId(): number {
    return this.#parts.userId
  }

  /** This device as one on which somebody writes. */
  get writer(): Writer {
    const { name, userId, mutant, now } = this.#parts
    return { db: this.#db, name, userId, id: this.#id, now: now(), mutant, writings: this.writings }
  }

  get db(): LocalDb {
    return this.#db
  }

  /** Scopes in which this device holds other rows than the server counted when it was asked last. */
  drifted(): Promise<string[]> {
    return findDrift({ db: this.#db, catalogue: this.#catalogue, userId: this.userId }, this.#told)
  }

  get catalogue(): Catalogue {
    return this.#catalogue
  }

  async say(bookingId: number): Promise<void> {
    const clientId = crypto.randomUUID()
    const content = `${this.name} says ${++this.#said}`
    const composedAt = new Date(this.#parts.now()).toISOString()
    await onDisk.beforePress(this.#db, this.#parts.mutant)
    const payload = { bookingId, clientId, content, composedAt }
    this.journal.opIds.add(await enqueue(this.#db, this.userId, 'message.send', payload, this.#parts.now()))
    this.journal.messages.push({ bookingId, clientId, content })
  }

  /** Discards a message that has not left. */
  async unsay(): Promise<void> {
    const items = await this.#db.outbox.orderBy('order').reverse().toArray()
    const item = items.find(({ kind, state, everSent }) => kind === 'message.send' && state === 'queued' && !everSent)
    if (!item || !(await discardWrite(new SyncEngine(this.#db, this.userId), item.opId))) return
    const { content } = item.payload as { content: string }
    this.journal.messages = this.journal.messages.filter((message) => message.content !== content)
    this.journal.opIds.delete(item.opId)
    this.writings.unsaid.add(content)
  }

  async press(kind: MarkKind, postId: number, on: boolean): Promise<void> {
    await onDisk.beforePress(this.#db, this.#parts.mutant)
    const name = kind === 'like' ? 'post.like' : 'post.save'
    const pressedAt = this.#parts.pressedAt()
    const opId = await enqueue(this.#db, this.userId, name, { postId, on, pressedAt }, this.#parts.now())
    this.journal.opIds.add(opId)
    this.journal.words.set(`${kind}/${postId}`, on)
    this.journal.pressed.set(`${kind}/${postId}`, pressedAt)
  }

  /** When this device pressed on something last. */
  pressedLast(key: string): string {
    return this.journal.pressed.get(key) ?? ''
  }

  async decline(bookingId: number): Promise<void> {
    const opId = await enqueue(this.#db, this.userId, 'booking.decline', { bookingId }, this.#parts.now())
    this.journal.opIds.add(opId)
    this.journal.declined.add(bookingId)
  }

  /** One slice of the sender, as the engine runs it. A second one at the same time takes the first one's lease. */
  async flush(): Promise<void> {
    const db = this.#db
    const { dice, mutant, now } = this.#parts
    if (await pausedWhy(db)) return
    await onDisk.beforeFlush(db, mutant)
    const leaseId = crypto.randomUUID()
    await writeMeta(db, 'sender', { leaseId, at: now() })
    const holdsLease = async () => (await readMeta<{ leaseId: string }>(db, 'sender'))?.leaseId === leaseId
    const onRefused = () => undefined
    await sendSlice({ db, userId: this.userId, call: this.#call, now, random: dice.roll, holdsLease, onRefused })
    if (mutant === 'released when answered')
      await releaseAcked(db, Number.MAX_SAFE_INTEGER, (await readMeta<string>(db, 'epoch')) ?? '')
  }

  /** One round of the pull, as the engine runs it. */
  async pull(userId: number | null = this.userId): Promise<void> {
    const db = this.#db
    const catalogue = this.#catalogue
    const end = await pullRound({
      db,
      userId,
      call: this.#call,
      fetchSnapshot: (scope) => fetchSnapshot(scope, () => undefined),
      onFilled: () => void catalogue.refresh().catch(() => undefined),
    })
    if (end.kind === 'signed-out' && userId !== null) {
      await writeMeta(db, 'paused', 'unauthenticated')
      return this.pull(null)
    }
    if (end.kind !== 'done') return
    await catalogue.refresh()
    this.#told = end.told
  }

  /** Starts `work` and kills the app somewhere in the middle of it; what is on the disk is all that is left. */
  async crashDuring(work: () => Promise<void>): Promise<void> {
    const dying = work().catch(() => undefined)
    for (let left = this.#parts.dice.below(60); left > 0; left--) await tick()
    const before = this.#db
    this.#db = reopened(before)
    this.#catalogue = new Catalogue(this.#db)
    await dying
    await onDisk.afterRestart(this.#db, this.#parts.mutant)
    await this.start()
  }

  async start(): Promise<void> {
    await this.#db.open()
    await this.#catalogue.open()
  }

  async isSignedOut(): Promise<boolean> {
    return (await pausedWhy(this.#db)) !== undefined
  }

  async signedIn(cookie: string): Promise<void> {
    this.cookie = cookie
    await this.#db.meta.delete('paused')
  }

  /** A thread as this device shows it. */
  async thread(bookingId: number): Promise<{ shown: string[]; refused: number }> {
    const { sent, waiting } = await readThread(this.#db, { about: 'booking', id: bookingId })
    const refused = waiting.filter(({ state }) => state === 'attention').length
    return { shown: [...sent, ...waiting].map(({ content }) => content), refused }
  }

  /** A post's marks and counts as this device shows them. */
  async marks(postId: number) {
    const stat = this.#catalogue.get('stat', postId) ?? { likeCount: 0, saveCount: 0 }
    const own = new Set((await this.#db.marks.toCollection().primaryKeys()) as string[])
    const wanted = wantedMarks(await this.#db.outbox.toArray())
    const isTorn =
      (own.has(`like/${postId}`) && stat.likeCount === 0) || (own.has(`save/${postId}`) && stat.saveCount === 0)
    return { ...shownMarks(postId, stat, own, wanted), isTorn }
  }

  /** Offers that this device shows as declined or being declined. */
  async declinedOffers(): Promise<Set<number>> {
    const bookings = await readBookings(this.#db, this.userId, 'owner')
    return new Set(bookings.flatMap(({ id, status, declining }) => (declining || status === 'declined' ? [id] : [])))
  }

  readonly #call = (request: Parameters<typeof httpCall>[0]) =>
    mutantCall(
      httpCall,
      this.#parts.mutant,
      this.#parts.epoch,
    )({
      ...request,
      // Pages as small as this make rounds of several pages common.
      ...(request.path.endsWith('/pull') && !('limit' in (request.body as object))
        ? { body: { ...(request.body as object), limit: 1 + this.#parts.dice.below(6) } }
        : {}),
      headers: { ...request.headers, [DEVICE_HEADER]: this.name },
    })
}
