import Dexie from 'dexie'
import { TERMS_VERSION } from '#schema/consent'
import { routes } from '#schema/routes'
import type { SignedInUser } from '#schema/user'
import { identityStep, newIdentity } from '../../../server/auth/account-identity'
import { build, step } from '../../../server/db/steps'
import { users } from '../../../server/db/tables'
import { newSession } from '../../../server/http/session-user'
import { TEST_ORIGIN, type TestApp } from '../../../server/test-support/test-app'
import { keepTestPhoto } from '../../../server/test-support/test-photos'
import { accountDbName, numberedDbName } from '../../disk/account-db-name'
import { deviceDb, setSignOutPending, storeUser } from '../../disk/device-db'
import { LocalDb } from '../../disk/local-db'
import { PHOTO_CACHE } from '../../disk/photo-cache-names'
import { noteUnsavedEdit, readUnsavedEdit } from '../../drafts/unsaved-edits'
import { keepFormDraft, readFormDraft } from '../../offerings/form-drafts'
import { SHARED_FULL, storeShared } from '../../photos/shared-photos'
import { arrive } from '../../session/arrive'
import { finishSignOut } from '../../session/finish-sign-out'
import { lockIfEnded } from '../../session/lock'
import { signOut, type UnsentWork } from '../../shell/sign-out'
import { SyncEngine } from '../../sync/engine'
import { httpCall } from '../../sync/http'
import { discard, enqueue, makeAllDue, tryAgain } from '../../sync/outbox'
import { pullRound } from '../../sync/pull'
import { LOST } from '../../sync/restored'
import { sendSlice } from '../../sync/sender'
import { installCaches } from '../../test-support/caches-in-memory'
import { installNotes, NotesInMemory } from '../../test-support/notes-in-memory'
import { readWholeDisk } from '../../test-support/whole-disk'
import type { Findings } from './checks'
import type { Dice } from './dice'
import type { Mutant } from './mutants'
import { PHOTO_NAME, SIMULATED_PHOTO } from './network'

/** Everything that somebody types here holds a word like this one, which says whose it is. */
const WORD = /Zq([a-z]+)\d+x/g
const PEOPLE = 3
const NOTED = 'offer:3'

/** Somebody who has an account in one life of the server. */
interface Person {
  /** The life of the server, by its place. */
  life: number
  id: number
  tag: string
  username: string
  /** Posts by their client id: those that were taken back before they had left must be nowhere. */
  posts: Map<string, { word: string; fate: 'wanted' | 'discarded' | 'unsure' }>
  /** The title of the one form draft, and the words that are noted beside it. */
  draft: { key: string; word: string | null }
  noted: string | null
  /** Titles of what other apps have shared and nobody has taken into a post. */
  shares: Set<string>
  /** Words that others were typed in the place of, unseen, while nobody had answered with the key of the seal. */
  unseen: Set<string>
  /** Client ids of what was sealed for them, sent or not. */
  sealed: Set<string>
}

/** One device that changes hands among three people, at an address where a server begins a new life now and then. */
export class Tablet {
  readonly dice: Dice
  readonly #lives: readonly TestApp[]
  readonly #mutant: Mutant | null
  readonly #people: Person[]
  readonly #findings: Findings = []
  readonly #caches = installCaches()
  readonly #notes = new NotesInMemory()
  readonly #browserFetch = globalThis.fetch
  /** Words that have been on public pages. */
  readonly #published = new Set<string>()
  readonly #backups = new Map<number, string>()
  /** The database was restored, and the device has not pulled since. */
  #isRestored = false
  #life = 0
  #isCalm = false
  #cookie: string | null = null
  #current: Person | null = null
  #db: LocalDb | null = null
  #said = 0

  private constructor(lives: readonly TestApp[], people: Person[], dice: Dice, mutant: Mutant | null) {
    this.#lives = lives
    this.#people = people
    this.dice = dice
    this.#mutant = mutant
    installNotes(this.#notes)
    globalThis.fetch = Object.assign(
      (input: RequestInfo | URL, init?: RequestInit) => this.#fetch(String(input), init),
      {
        preconnect: () => undefined,
      },
    )
  }

  /** A tablet that nobody has used, and people whose numbers are the same in every life. */
  static async open(lives: readonly TestApp[], dice: Dice, mutant: Mutant | null): Promise<Tablet> {
    const people: Person[] = []
    for (let nth = 0; nth < PEOPLE; nth++) {
      const id = 1 + Math.max(...(await Promise.all(lives.map(newestUser))))
      for (const [life, t] of lives.entries()) people.push(await newPerson(t, life, id))
    }
    return new Tablet(lives, people, dice, mutant)
  }

  async close(): Promise<void> {
    globalThis.fetch = this.#browserFetch
    this.#db?.close()
    for (const name of await Dexie.getDatabaseNames())
      if (name.startsWith('trestle-') && name !== deviceDb.name) await Dexie.delete(name)
    for (const table of deviceDb.tables) await table.clear()
    installNotes(undefined)
    this.#caches.remove()
  }

  /** The faults since the last call. */
  async findings(): Promise<Findings> {
    await this.#checkReadable()
    return this.#findings.splice(0)
  }

  get #t(): TestApp {
    return this.#lives[this.#life] as TestApp
  }

  // Acts of people

  async post(): Promise<void> {
    if (!this.#current || !this.#db) return
    const [clientId, word] = [crypto.randomUUID(), this.#newWord(this.#current)]
    const payload = { ...POST, title: word, clientId }
    await enqueue(this.#db, this.#current.id, 'post.create', payload, Date.now())
    this.#current.posts.set(clientId, { word, fate: 'wanted' })
  }

  async type(): Promise<void> {
    if (!this.#current || !this.#db) return
    const { draft, unseen } = this.#current
    if (draft.word && (await this.#draftTitle(draft.key)) !== draft.word) unseen.add(draft.word)
    draft.word = this.#newWord(this.#current)
    await keepFormDraft(this.#db, 'listing', draft.key, { values: { title: draft.word } })
  }

  note(): void {
    if (!this.#current || !this.#db) return
    const { noted, unseen } = this.#current
    if (noted && readUnsavedEdit(this.#db.name, NOTED)?.state !== noted) unseen.add(noted)
    this.#current.noted = this.#newWord(this.#current)
    noteUnsavedEdit(this.#db.name, NOTED, { at: new Date().toISOString(), state: this.#current.noted })
  }

  /** Another app shares something. While nobody is here, it is for whoever signs in next, and nobody's secret. */
  async share(): Promise<void> {
    if (!this.#current) return
    const title = this.#newWord(this.#current)
    const id = await storeShared([], { title, text: '' })
    if (id !== SHARED_FULL) this.#current.shares.add(title)
  }

  /** A photo of a hand-over is looked at. */
  async look(): Promise<void> {
    if (!this.#current) return
    const url = `/uploads/${Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex')}.jpg`
    await (await caches.open(PHOTO_CACHE)).put(url, new Response(this.#newWord(this.#current)))
    await deviceDb.heldPhotos.put({ url, bytes: 1, lastUsed: Date.now() })
  }

  async discard(): Promise<void> {
    if (!this.#current || !this.#db) return
    const waiting = await this.#db.outbox.where('state').anyOf('queued', 'attention').toArray()
    const item = waiting[this.dice.below(waiting.length)]
    if (item && (await discard(this.#db, item.opId))) this.#giveUp(item.payload, item.everSent)
  }

  async flush(): Promise<void> {
    const [db, current] = [this.#db, this.#current]
    if (!db || !current || (await db.meta.get('paused'))) return
    const parts = { db, userId: current.id, call: httpCall, now: Date.now, random: this.dice.roll }
    await makeAllDue(db, Date.now())
    for (const task of ['uploader', 'sender'] as const)
      await sendSlice({ ...parts, task, holdsLease: async () => true, onRefused: () => undefined })
  }

  async pull(): Promise<void> {
    const [db, current] = [this.#db, this.#current]
    if (!db || !current) return
    const end = await pullRound({
      db,
      userId: current.id,
      call: httpCall,
      fetchSnapshot: async () => ({ epoch: this.#t.deps.feed.epoch(), to: this.#t.deps.feed.seq(), chunks: [] }),
      onFilled: () => undefined,
    })
    if (end.kind === 'done') this.#isRestored = false
  }

  // How it changes hands

  /** Somebody signs in, whoever was here and whatever ended it. */
  async signIn(person = this.dice.pick(this.#people.filter(({ life }) => life === this.#life))): Promise<void> {
    const { deps } = this.#t
    const session = newSession(deps, person.id, { device: 'A tablet', timeZone: null })
    await deps.db.write(() => ({ value: null, steps: [session.step] }))
    this.#cookie = session.cookies[0]?.split(';')[0] ?? ''
    await this.#leave()
    const user: SignedInUser = (await this.#t.call('GET', '/api/user', { as: this.#cookie })).body
    this.#db?.close()
    await setSignOutPending(false)
    if (this.#mutant === 'databases are named by the number of their user') {
      await storeUser(user)
      this.#db = new LocalDb(numberedDbName(person.id))
    } else {
      if (this.#mutant === 'what somebody has left behind stays readable') await storeUser(user)
      else await arrive(user)
      this.#db = new LocalDb(accountDbName(user))
    }
    this.#current = person
  }

  async signOut(unsent: UnsentWork): Promise<void> {
    if (!this.#current || !this.#db) return
    await (unsent === 'keep' ? this.#leave() : this.#giveUpReceipts())
    const [photos, shares] = [await this.#photos(), await deviceDb.shared.toArray()]
    if (unsent === 'discard') {
      for (const { payload, state, everSent } of await this.#db.outbox.toArray())
        if (state !== 'acked') this.#giveUp(payload, everSent)
      // Work that is still sealed, because nobody has answered with its key, is not on the screen and is not given up.
      const { draft, noted } = this.#current
      if ((await this.#draftTitle(draft.key)) === draft.word) draft.word = null
      if (readUnsavedEdit(this.#db.name, NOTED)?.state === noted) this.#current.noted = null
      for (const { title } of shares) this.#current.shares.delete(title)
    }
    this.#db.close()
    await signOut(new SyncEngine(this.#db, this.#current.id), unsent)
    await finishSignOut()
    if (this.#mutant === 'photos stay when their person leaves')
      for (const [url, text] of photos) await (await caches.open(PHOTO_CACHE)).put(url, new Response(text))
    if (this.#mutant === 'shares stay when their person leaves') await deviceDb.shared.bulkPut(shares)
    this.#current = null
    this.#db = null
  }

  /** The server ends the session, and the device hears of it with its next call. */
  async expire(): Promise<void> {
    if (!this.#current || !this.#db) return
    await this.#t.call('POST', '/api/logout', { as: this.#cookie ?? '' })
    await this.lockIfEnded()
  }

  async lockIfEnded(): Promise<void> {
    if (!this.#current || !this.#db || this.#mutant === 'what somebody has left behind stays readable') return
    await this.#leave()
    const isLocked = await lockIfEnded(new SyncEngine(this.#db, this.#current.id))
    this.#current = isLocked ? null : this.#current
    this.#db = isLocked ? null : this.#db
  }

  /** Another database stands at the same address. */
  async beginLife(life = (this.#life + 1) % this.#lives.length): Promise<void> {
    this.#life = life
    await this.lockIfEnded()
  }

  async backUp(): Promise<void> {
    this.#backups.set(this.#life, await this.#t.backUp())
  }

  /** The database is restored. What nobody here has a trace of any more may be gone. */
  async restore(): Promise<void> {
    const copy = this.#backups.get(this.#life)
    if (!copy) return
    const isHere = this.#current?.life === this.#life
    const [writes, receipts] =
      isHere && this.#db ? await Promise.all([this.#db.outbox.toArray(), this.#db.receipts.toArray()]) : [[], []]
    const held = new Set([...clientIds(writes), ...clientIds(receipts)])
    await this.#t.restart(copy)
    this.#isRestored = true
    const own = this.#people.filter(({ life }) => life === this.#life)
    const there = new Set((await this.#t.deps.db.read.query.inspirationPosts.findMany()).map((post) => post.clientId))
    for (const { posts, sealed } of own)
      for (const [clientId, post] of posts) {
        const isTraced = held.has(clientId) || sealed.has(clientId) || there.has(clientId)
        if (post.fate === 'wanted' && this.#published.has(post.word) && !isTraced) post.fate = 'unsure'
      }
  }

  /** Does something while the network loses nothing. */
  async calmly(work: () => Promise<void>): Promise<void> {
    this.#isCalm = true
    await work()
    this.#isCalm = false
  }

  /** Everybody comes back once, in a life of the server that lasts. */
  async settle(): Promise<void> {
    this.#isCalm = true
    for (const person of this.#people) {
      this.#life = person.life
      await this.signIn(person)
      for (let nth = 0; nth < 4; nth++) {
        for (const { opId, error } of (await this.#db?.outbox.toArray()) ?? [])
          if (error?.code === LOST && this.#db) await tryAgain(this.#db, opId)
        await this.flush()
        await this.pull()
      }
      await this.#checkPerson(person)
      await this.signOut('keep')
    }
  }

  // Invariants

  /** Every word of somebody is with them: at their server, or on their screen; what they discarded is at no server. */
  async #checkPerson({ life, id, posts, draft, noted, shares, unseen, username }: Person): Promise<void> {
    const rows = await Promise.all(this.#lives.map((t) => t.deps.db.read.query.inspirationPosts.findMany()))
    for (const [clientId, { word, fate }] of posts) {
      const places = rows.flatMap((all, nth) =>
        all.filter((row) => row.clientId === clientId).map((row) => [nth, row.userId]),
      )
      const isRight =
        fate === 'wanted'
          ? places.length === 1 && places[0]?.[0] === life && places[0]?.[1] === id
          : places.length === 0
      if (!isRight && fate !== 'unsure')
        this.#findings.push(`${username}: the ${fate} "${word}" of life ${life} is posted at ${JSON.stringify(places)}`)
    }
    if (!this.#db) return
    const title = (await this.#draftTitle(draft.key)) ?? null
    const isRight = (found: unknown, typed: string | null) =>
      found === typed || (typed === null && unseen.has(String(found)))
    if (!isRight(title, draft.word))
      this.#findings.push(`${username}: the draft says ${title}, typed was ${draft.word}`)
    const offered = new Set((await deviceDb.shared.toArray()).map((share) => share.title))
    for (const share of shares)
      if (!offered.has(share)) this.#findings.push(`${username}: "${share}" was shared and is not offered`)
    const note = readUnsavedEdit(this.#db.name, NOTED)?.state ?? null
    if (!isRight(note, noted)) this.#findings.push(`${username}: noted is ${note}, typed was ${noted}`)
  }

  async #draftTitle(key: string): Promise<unknown> {
    return this.#db && (await readFormDraft(this.#db, 'listing', key))?.values.title
  }

  /** Nothing of anybody but the person who is here can be read in any store. */
  async #checkReadable(): Promise<void> {
    const text = await readWholeDisk(this.#notes.held)
    const found = new Map([...text.matchAll(WORD)].map(([word, tag]) => [word, tag]))
    for (const [word, tag] of found) {
      if (tag === this.#current?.tag || this.#published.has(word)) continue
      const owner = this.#people.find((person) => person.tag === tag)
      if (owner) this.#findings.push(`"${word}" of ${owner.username} can be read under ${this.#current?.username}`)
    }
  }

  /** Seals waiting writes and receipts of whoever leaves. */
  async #leave(): Promise<void> {
    const [db, current] = [this.#db, this.#current]
    if (!db || !current) return
    if (this.#mutant === 'receipts are thrown away when their person leaves') await db.receipts.clear()
    for (const rows of [await db.outbox.toArray(), await db.receipts.toArray()])
      for (const clientId of clientIds(rows)) current.sealed.add(clientId)
  }

  /** Receipts go with whoever gives everything up: what a restore has lost is not offered to them any more. */
  async #giveUpReceipts(): Promise<void> {
    const [db, current] = [this.#db, this.#current]
    if (!db || !current) return
    const isSealed = (await deviceDb.sealed.where('dbName').equals(db.name).count()) > 0
    if (!isSealed) current.sealed.clear()
    if (!(this.#isRestored || (await db.meta.get('restored')))) return
    const waiting = clientIds(await db.outbox.toArray())
    const rows = await this.#lives[current.life]?.deps.db.read.query.inspirationPosts.findMany()
    const held = new Set([...waiting, ...current.sealed, ...(rows ?? []).map(({ clientId }) => clientId)])
    for (const [clientId, post] of current.posts)
      if (post.fate === 'wanted' && !held.has(clientId)) post.fate = 'unsure'
  }

  #giveUp(payload: unknown, mayHaveLeft: boolean): void {
    const post = this.#current?.posts.get((payload as { clientId?: string }).clientId ?? '')
    if (post) post.fate = mayHaveLeft ? 'unsure' : 'discarded'
  }

  #newWord({ tag }: Person): string {
    return `Zq${tag}${++this.#said}x`
  }

  async #photos(): Promise<[string, string][]> {
    const box = await caches.open(PHOTO_CACHE)
    const urls = (await box.keys()).map(({ url }) => new URL(url).pathname)
    return Promise.all(urls.map(async (url) => [url, (await (await box.match(url))?.text()) ?? ''] as [string, string]))
  }

  /** A network that loses some questions and some answers. */
  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const fault = this.#isCalm ? 1 : this.dice.roll()
    if (fault < 0.12) throw new TypeError('Failed to fetch')
    const headers = new Headers(init.headers)
    headers.set('origin', TEST_ORIGIN)
    if (this.#cookie) headers.set('cookie', this.#cookie)
    const body = typeof init.body === 'string' ? init.body : null
    const request = new Request(TEST_ORIGIN + path, {
      method: init.method ?? 'GET',
      headers,
      ...(body ? { body } : {}),
    })
    const [sender, life] = [this.#current, this.#life]
    const answer = await this.#t.fetch(request)
    if (answer.ok && body) this.#checkTaken(body, sender, life)
    if (path === routes.syncCheck.path && this.#mutant === 'receipts are not looked at after a restore')
      return Response.json({ missing: [] }, { headers: answer.headers })
    if (fault < 0.24) throw new TypeError('Failed to fetch')
    return answer
  }

  #checkTaken(body: string, sender: Person | null, life: number): void {
    for (const [word, tag] of body.matchAll(WORD)) {
      this.#published.add(word)
      if (tag !== sender?.tag || sender?.life !== life)
        this.#findings.push(`"${word}" was sent as ${sender?.username} in life ${life}`)
    }
  }
}

const POST = { description: null, alt: null, tags: [], links: [], photo: { url: SIMULATED_PHOTO } }

const clientIds = (rows: readonly { payload: unknown }[]) =>
  rows.flatMap(({ payload }) => (payload as { clientId?: string }).clientId ?? [])

async function newestUser({ deps }: TestApp): Promise<number> {
  const newest = await deps.db.read.query.users.findFirst({ orderBy: (all, { desc }) => desc(all.id) })
  return newest?.id ?? 0
}

let people = 0

async function newPerson(t: TestApp, life: number, id: number): Promise<Person> {
  const letters = [...String(++people)].map((digit) => String.fromCharCode(97 + Number(digit))).join('')
  const [tag, identity] = [`p${letters}`, await newIdentity()]
  const username = `${tag}-${life}`
  const row = {
    ...{ id, username, usernameKey: username, email: `Zq${tag}0x@example.com`, passwordHash: '' },
    ...{ termsVersion: TERMS_VERSION, createdAt: t.clock.now.toISOString() },
  }
  const steps = [step(build.insert(users).values(row)), identityStep(id, identity)]
  await t.deps.db.write(() => ({ value: null, steps }))
  await keepTestPhoto(t, { id }, PHOTO_NAME)
  const draft = { key: crypto.randomUUID(), word: null }
  return {
    life,
    id,
    tag,
    username,
    posts: new Map(),
    draft,
    noted: null,
    shares: new Set(),
    unseen: new Set(),
    sealed: new Set(),
  }
}
