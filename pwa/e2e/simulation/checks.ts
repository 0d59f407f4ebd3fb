import { PUBLIC_SCOPES, type PublicCollection, publicScopes, userScope } from '#schema/sync-scopes'
import { liveRows } from '../../../server/sync/feed'
import { privateTables } from '../../disk/local-db'
import type { Device } from './device'
import { begunTitles, shownTitles } from './drafting'
import type { World } from './world'

/** A check's findings, in words; empty when all is well. */
export type Findings = string[]

/** The check of every moment, whatever the network does: the screen keeps what its person did. */
export async function checkScreen(world: World, device: Device): Promise<Findings> {
  const { journal } = device
  const findings: Findings = []
  for (const bookingId of world.bookingIds) {
    const { shown, refused } = await device.thread(bookingId)
    for (const { content } of journal.messages.filter((message) => message.bookingId === bookingId)) {
      const times = shown.filter((text) => text === content).length
      if (device.isShownHere(content) ? times !== 1 : times > 1) findings.push(`"${content}" is shown ${times} times`)
    }
    if (refused > 0) findings.push(`${refused} messages are shown as refused`)
  }
  for (const [index, postId] of world.postIds.entries()) {
    const marks = await device.marks(postId)
    // One cut over all scopes: an own like is never there without the count that it is part of.
    if (marks.isTorn && (await device.db.scopes.get(userScope(device.userId))))
      findings.push(`post ${postId} is liked by nobody and by oneself`)
    if (!isExclusive(world, device, index)) continue
    for (const [kind, shown] of [['like', marks.liked] as const, ['save', marks.saved] as const]) {
      if (!device.isShownHere(`${kind}/${postId}`)) continue
      const word = journal.words.get(`${kind}/${postId}`) ?? false
      if (shown !== word) findings.push(`the last word on ${kind}/${postId} was ${word}, shown is ${shown}`)
    }
  }
  findings.push(...(await checkWritings(world, device)))
  const declined = await device.declinedOffers()
  for (const id of journal.declined)
    if (device.isShownHere(`decline/${id}`) && !declined.has(id))
      findings.push(`offer ${id} was declined and is shown as open`)
  return findings.map((finding) => `${device.name}: ${finding}`)
}

/** Posts that only this device presses: their last word is known for certain. */
export function isExclusive(world: World, device: Device, postIndex: number): boolean {
  return postIndex === world.devices.indexOf(device)
}

/** The server's check of every moment: nothing comes twice or out of its order, and what left a device has arrived. */
export async function checkSoFar(world: World): Promise<Findings> {
  const said = await messagesOf(world)
  const misplaced = said.flatMap(({ name, words, arrived }) =>
    words.join('|').startsWith(arrived.join('|')) ? [] : [`${name} said [${words}], the server has [${arrived}]`],
  )
  const taken = await keysTaken(world)
  const lost = await Promise.all(world.devices.map((device) => keysLost(device, taken)))
  return [...misplaced, ...lost.flat(), ...(await checkDiscarded(world)), ...checkKeys(world)]
}

/** The keys of everything that the server has done for these people. */
async function keysTaken({ t, devices }: World): Promise<Set<string>> {
  const people = devices.map(({ userId }) => userId)
  const rows = await t.deps.db.read.query.syncOps.findMany({
    columns: { opId: true },
    where: (ops, { inArray }) => inArray(ops.userId, people),
  })
  return new Set(rows.map(({ opId }) => opId))
}

/** Presses on a device that neither wait nor are sent, or count as sent there and are not at the server. */
async function keysLost(device: Device, taken: ReadonlySet<string>): Promise<Findings> {
  const { journal, name } = device
  const [outbox, receipts] = await Promise.all([device.waiting(), device.receipts()])
  const waiting = new Set(outbox.filter(({ state }) => state !== 'acked').map(({ opId }) => opId))
  const sent = new Map([...outbox, ...receipts].map(({ opId, kind }) => [opId, kind]))
  return [...journal.opIds].flatMap((opId) => {
    if (waiting.has(opId)) return []
    const kind = sent.get(opId)
    if (!kind) return [`${name}: ${opId} neither waits nor was sent`]
    // An offer that is declined already needs nothing of a second one that declines it.
    return taken.has(opId) || kind === 'booking.decline' ? [] : [`${name}: ${kind} counts as sent, and never arrived`]
  })
}

/** The check once everybody has had time: nothing is lost, doubled or out of order, and all say the same. */
export async function checkEnd(world: World): Promise<Findings> {
  return [
    ...(await checkMessages(world)),
    ...(await checkMarks(world)),
    ...(await checkPosts(world)),
    ...(await checkDiscarded(world)),
    ...(await checkDeclined(world)),
    ...(await checkQueues(world)),
    ...(await checkRows(world)),
    ...checkKeys(world),
    ...(await checkDrift(world)),
  ]
}

/** The count that devices check themselves by finds nothing where there is nothing. */
async function checkDrift({ devices }: World): Promise<Findings> {
  const drifted = await Promise.all(devices.map(async (device) => [device.name, await device.drifted()] as const))
  return drifted.flatMap(([name, scopes]) => (scopes.length > 0 ? [`${name} differs in ${scopes.join(', ')}`] : []))
}

async function checkMessages(world: World): Promise<Findings> {
  return (await messagesOf(world)).flatMap(({ name, words, arrived }) =>
    arrived.join('|') === words.join('|') ? [] : [`${name} said [${words}], the server has [${arrived}]`],
  )
}

/** The messages of each device in each thread, and those that the server has. */
async function messagesOf({ t, devices, bookingIds }: World) {
  const rows = await t.deps.db.read.query.messages.findMany({
    where: (messages, { inArray }) => inArray(messages.bookingId, bookingIds),
    orderBy: (messages, { asc }) => asc(messages.id),
  })
  return devices.flatMap(({ journal, name, userId }) =>
    bookingIds.flatMap((bookingId) => {
      const said = journal.messages.filter((message) => message.bookingId === bookingId)
      const own = rows.filter((row) => row.bookingId === bookingId && row.senderId === userId)
      return [...Map.groupBy(said, ({ era }) => era).values()].map((era) => {
        const words = era.map(({ content }) => content)
        const arrived = own.map(({ content }) => content).filter((content) => words.includes(content))
        return { name, words, arrived }
      })
    }),
  )
}

/** Every word that was typed is on some screen of its person, or was discarded by them. */
async function checkWritings({ devices, draftKeys }: World, device: Device): Promise<Findings> {
  const begun = (await Promise.all(device.disks.map(begunTitles))).flatMap((titles) => [...titles])
  const lost = [...device.writings.shares].filter((title) => !begun.includes(title))
  const own = devices.filter(({ userId }) => userId === device.userId)
  const disks = own.flatMap((one) => one.disks)
  const titles = await Promise.all(disks.map((db) => shownTitles(db, draftKeys.get(device.userId) ?? '')))
  const isOvertyped = (title: string) => own.some(({ writings }) => writings.overtyped.has(title))
  const gone = [...device.writings.titles].filter(
    (title) => !isOvertyped(title) && !titles.some((shown) => shown.has(title)),
  )
  return [...lost, ...gone].map((title) => `"${title}" is on no screen`)
}

/** A write that was discarded before it had left never reaches the server. */
async function checkDiscarded({ t, devices, network, bookingIds }: World): Promise<Findings> {
  const discarded = devices.flatMap(({ writings }) => writings.discarded)
  const unsaid = devices.flatMap(({ writings }) => [...writings.unsaid])
  const [posts, messages] = await Promise.all([
    t.deps.db.read.query.inspirationPosts.findMany({
      where: (all, { inArray }) =>
        inArray(
          all.clientId,
          discarded.map(({ clientId }) => clientId),
        ),
    }),
    t.deps.db.read.query.messages.findMany({
      where: (all, { and, inArray }) => and(inArray(all.bookingId, bookingIds), inArray(all.content, unsaid)),
    }),
  ])
  return [
    ...posts.map(({ title }) => `"${title}" was discarded and posted`),
    ...messages.map(({ content }) => `"${content}" was discarded and said`),
    ...discarded.flatMap(({ title, blobId }) =>
      network.uploaded.has(blobId) ? [`the photo of "${title}" was discarded and sent`] : [],
    ),
  ]
}

/** A share is posted, once. */
async function checkPosts({ t, devices }: World): Promise<Findings> {
  const shared = devices.flatMap(({ writings }) => [...writings.posts])
  const rows = await t.deps.db.read.query.inspirationPosts.findMany({
    where: (all, { inArray }) =>
      inArray(
        all.clientId,
        shared.map(([clientId]) => clientId),
      ),
  })
  return shared.flatMap(([clientId, title]) => {
    const times = rows.filter((row) => row.clientId === clientId).length
    return times === 1 ? [] : [`"${title}" was shared and is posted ${times} times`]
  })
}

async function checkMarks({ t, devices, postIds }: World): Promise<Findings> {
  const rows = await t.deps.db.read.query.postMarks.findMany({
    where: (marks, { inArray }) => inArray(marks.postId, postIds),
  })
  const held = new Set(rows.map(({ userId, kind, postId }) => `${userId} ${kind}/${postId}`))
  const keys = postIds.flatMap((postId) => [`like/${postId}`, `save/${postId}`])
  return [...new Set(devices.map(({ userId }) => userId))].flatMap((userId) =>
    keys.flatMap((key) => {
      const own = devices.filter((device) => device.userId === userId)
      const pressed = own.filter(({ journal }) => journal.words.has(key))
      const [latest] = pressed.toSorted((x, y) => (x.pressedLast(key) < y.pressedLast(key) ? 1 : -1))
      const words = pressed.flatMap(({ journal }) => journal.words.get(key) ?? [])
      const on = held.has(`${userId} ${key}`)
      const right = on === (latest?.journal.words.get(key) ?? false)
      return right ? [] : [`person ${userId} said ${words} on ${key}, the server has ${on}`]
    }),
  )
}

async function checkDeclined({ t, devices }: World): Promise<Findings> {
  const ids = devices.flatMap(({ journal }) => [...journal.declined])
  const rows = await t.deps.db.read.query.bookings.findMany({ where: (all, { inArray }) => inArray(all.id, ids) })
  return rows.flatMap(({ id, status }) => (status === 'declined' ? [] : [`offer ${id} was declined and is ${status}`]))
}

/** Nothing waits any more, and everything that was done has its receipt. */
export async function checkQueues({ devices }: World): Promise<Findings> {
  const findings: Findings = []
  for (const device of devices) {
    const { journal, name } = device
    for (const { kind, state, error } of await device.waiting())
      findings.push(`${name}: ${kind} is left ${state} ${error?.message ?? ''}`)
    const receipts = new Set((await device.receipts()).map(({ opId, outcome }) => `${opId} ${outcome}`))
    for (const opId of journal.opIds)
      if (!receipts.has(`${opId} sent`)) findings.push(`${name}: ${opId} left no receipt`)
  }
  return findings
}

/** Base rows, row by row and by number, against what the server would send to somebody new. */
export async function checkRows({ t, devices }: World): Promise<Findings> {
  const findings: Findings = []
  for (const device of devices) {
    const own = userScope(device.userId)
    const whole = await t.deps.feed.pull({ epoch: null, scopes: { [own]: [0, null] }, limit: 2000 }, device.userId)
    const theirs = new Map(whole.changes.map(({ c, i, q, d }) => [`${c}/${i}`, JSON.stringify([q, sorted(d)])]))
    const mine = await privateRows(device)
    if (differ(theirs, mine)) findings.push(`${device.name}: private rows are ${[...mine]}, not ${[...theirs]}`)
    const { n, sum } = whole.scopes[own] ?? {}
    if (n !== mine.size || sum !== sumOf(mine)) findings.push(`${device.name}: private digest differs`)
    for (const [coll, scope] of Object.entries(publicScopes)) {
      const rows = await liveRows(t.deps.db, scope, t.clock.now, 10_000)
      const server = new Map(
        rows.map(([, id, row]) => [id, JSON.stringify(sorted({ ...(row as object), id: Number(id) }))]),
      )
      const held = device.catalogue.all(coll as PublicCollection) as readonly { id?: number }[]
      const local = new Map(held.map((row) => [String(row.id), JSON.stringify(sorted(row))]))
      if (differ(server, local)) findings.push(`${device.name}: ${coll} rows differ`)
      const digest = device.catalogue.digest(scope)
      if (digest.n !== rows.length || digest.sum !== rows.reduce((total, [q]) => total + q, 0))
        findings.push(`${device.name}: ${coll} digest differs`)
    }
    const cursors = await device.db.scopes.toArray()
    if (cursors.length !== PUBLIC_SCOPES.length + 1 || new Set(cursors.map(({ cursor }) => cursor)).size !== 1)
      findings.push(`${device.name}: scopes do not stand at one number`)
  }
  return findings
}

async function privateRows({ db }: Device): Promise<Map<string, string>> {
  const rows = new Map<string, string>()
  for (const [coll, table] of Object.entries(privateTables(db)))
    for (const { _q, ...row } of await table.toArray()) {
      const { id, ...rest } = row
      rows.set(`${coll}/${id}`, JSON.stringify([_q, sorted(coll === 'mark' || coll === 'draft' ? rest : row)]))
    }
  return rows
}

function sumOf(rows: Map<string, string>): number {
  return [...rows.values()].reduce((sum, row) => sum + Number(JSON.parse(row)[0]), 0)
}

function checkKeys({ network, devices }: World): Findings {
  const known = new Set(devices.flatMap(({ journal }) => [...journal.opIds]))
  return [...network.carriedOut].flatMap(([key, times]) => [
    ...(times > 1 ? [`${key} was carried out ${times} times`] : []),
    ...(known.has(key) ? [] : [`${key} is no key of any press`]),
  ])
}

function differ(a: Map<string, string>, b: Map<string, string>): boolean {
  return a.size !== b.size || [...a].some(([key, value]) => b.get(key) !== value)
}

/** The same row reads the same, whatever order its fields came in. */
function sorted(row: unknown): unknown {
  if (Array.isArray(row)) return row.map(sorted)
  if (row === null || typeof row !== 'object') return row
  return Object.fromEntries(
    Object.entries(row)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => [key, sorted(value)]),
  )
}
