import type { Digest } from '#schema/sync'
import { noteNewer } from '../../disk/disk-version'
import { LocalDb, type OutboxItem, pausedWhy, type ReceiptRow, readMeta, writeMeta } from '../../disk/local-db'
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
import { type SendingTask, sendSlice } from '../../sync/sender'
import { freshDb } from '../../test-support/disk-in-memory'
import type { Dice } from './dice'
import { noWritings, type Writer, type Writings } from './drafting'
import { type Mutant, mutantCall, onDisk } from './mutants'
import { DEVICE_HEADER, tick } from './network'

export type MarkKind = 'like' | 'save'

/** Everything that a person has done on a device, in order: what must not be lost. */
export interface Journal {
  messages: { bookingId: number; clientId: string; content: string; era: number }[]
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

/** The account's database as the next build has changed it. */
class NewerDb extends LocalDb {
  constructor(name: string) {
    super(name)
    this.version(this.verno + 1).stores({ parcels: 'id' })
  }
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
  /** Does the next build run here? */
  #isNewer = false
  /** The disk that the next build has changed, while an older one goes on in memory. */
  #aside: LocalDb | null = null
  /** Writes that were sent from memory: their receipts went with the page. */
  readonly #sentInMemory: ReceiptRow[] = []
  /** Counts the times that this device went on in memory: the order of messages is kept within each. */
  #era = 0
  /** The screen lacks what was done in memory until a pull has brought it and nothing waits any more. */
  #isBehind = false
  #pressedInMemory = new Set<string>()
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

  /** Every disk of this device. */
  get disks(): LocalDb[] {
    return this.#aside ? [this.#db, this.#aside] : [this.#db]
  }

  get isInMemory(): boolean {
    return this.#aside !== null
  }

  /** Is the last word about this, as `like/12` or the words of a message, to be seen here now? */
  isShownHere(key: string): boolean {
    return !this.#isBehind && (!this.isInMemory || this.#pressedInMemory.has(key))
  }

  /** Everything that waits, on whichever disk. */
  async waiting(): Promise<OutboxItem[]> {
    return (await Promise.all(this.disks.map((db) => db.outbox.toArray()))).flat()
  }

  async receipts(): Promise<ReceiptRow[]> {
    const held = await Promise.all(this.disks.map((db) => db.receipts.toArray()))
    return [...held.flat(), ...this.#sentInMemory]
  }

  /** The next build takes over, and changes the disk. */
  async update(): Promise<void> {
    if (this.#isNewer || this.isInMemory) return
    this.#isNewer = true
    await this.#open(this.#reopened())
  }

  /** The release is rolled back: the older build finds a disk that it does not know. */
  async rollBack(): Promise<void> {
    if (!this.#isNewer) return
    const { mutant } = this.#parts
    this.#isNewer = false
    const older = this.#reopened()
    const isTaken = await older.open().then(Boolean, () => false)
    noteNewer(false)
    if (isTaken) throw new Error(`${this.name}: an older build has taken the disk of a newer one`)
    if (mutant === 'a build that finds a newer disk waits for it') {
      this.#db = older
      return
    }
    if (mutant === 'a build that finds a newer disk throws it away') {
      await older.delete()
      return this.#open(new LocalDb(older.name))
    }
    this.#aside = new NewerDb(older.name)
    await this.#aside.open()
    this.#era++
    this.#isBehind = false
    this.#pressedInMemory = new Set()
    await this.#open(freshDb())
  }

  /** The newer build is back. Whoever has words in memory alone is asked, and stays until they are sent. */
  async comeBack(): Promise<void> {
    const [memory, aside] = [this.#db, this.#aside]
    if (!aside) return
    const isForced = this.#parts.mutant === 'nobody is asked before words in memory go with their page'
    if (!isForced && (await memory.outbox.count()) > 0) return
    this.#sentInMemory.push(...(await memory.receipts.toArray()))
    await memory.delete()
    this.#aside = null
    this.#isNewer = true
    this.#era++
    this.#isBehind = true
    await aside.meta.delete('paused')
    await this.#open(aside)
  }

  /** The same disk after the app was killed and started again. */
  #reopened(): LocalDb {
    const { name } = this.#db
    this.#db.close()
    return this.#isNewer ? new NewerDb(name) : new LocalDb(name)
  }

  async #open(db: LocalDb): Promise<void> {
    this.#db = db
    this.#catalogue = new Catalogue(db)
    await this.start()
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
    this.journal.messages.push({ bookingId, clientId, content, era: this.#era })
    this.#pressedInMemory.add(content)
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
    this.#pressedInMemory.add(`${kind}/${postId}`)
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
    this.#pressedInMemory.add(`decline/${bookingId}`)
  }

  /** One slice each of the sender and the uploader, as the engine runs them. A second one at the same time takes the first one's lease. */
  async flush(): Promise<void> {
    const db = this.#db
    const { dice, mutant, now } = this.#parts
    if (await pausedWhy(db)) return
    await onDisk.beforeFlush(db, mutant)
    const onRefused = () => undefined
    const slice = async (task: SendingTask) => {
      const leaseId = crypto.randomUUID()
      await writeMeta(db, task, { leaseId, at: now() })
      const holdsLease = async () => (await readMeta<{ leaseId: string }>(db, task))?.leaseId === leaseId
      await sendSlice({
        db,
        task,
        userId: this.userId,
        call: this.#call,
        now,
        random: dice.roll,
        holdsLease,
        onRefused,
      })
    }
    await Promise.all([slice('sender'), slice('uploader')])
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
    if ((await db.outbox.count()) === 0) this.#isBehind = false
  }

  /** Starts `work` and kills the app somewhere in the middle of it; what is on the disk is all that is left. */
  async crashDuring(work: () => Promise<void>): Promise<void> {
    const dying = work().catch(() => undefined)
    for (let left = this.#parts.dice.below(60); left > 0; left--) await tick()
    this.#db = this.#reopened()
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
    const { sent, waiting } = await readThread(this.#db, { about: 'booking', id: bookingId }, this.userId)
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

  #smallPage(body: unknown): { limit: number } | { bytes: number } {
    const { dice } = this.#parts
    return 'limit' in (body as object) ? { bytes: 1 + dice.below(4_000) } : { limit: 1 + dice.below(6) }
  }

  readonly #call = (request: Parameters<typeof httpCall>[0]) =>
    mutantCall(
      httpCall,
      this.#parts.mutant,
      this.#parts.epoch,
    )({
      ...request,
      // Pages as small as this make rounds of several pages common.
      ...(request.path.endsWith('/pull')
        ? { body: { ...(request.body as object), ...this.#smallPage(request.body) } }
        : {}),
      headers: { ...request.headers, [DEVICE_HEADER]: this.name },
    })
}
