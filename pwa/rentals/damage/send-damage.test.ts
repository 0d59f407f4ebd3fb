import '../../test-support/disk-in-memory'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import type { LocalDb } from '../../disk/local-db'
import type { DeviceDraft } from '../../drafts/draft-of'
import { PhotoLost } from '../../photos/send-photos'
import { ApiError } from '../../sync/client'
import { SyncEngine } from '../../sync/engine'
import { freshDb, waitingPhoto } from '../../test-support/disk-in-memory'
import { answerDamage } from './answer-damage'
import { answerDraft, emptyReport, type ReportDraft, reportDraft } from './damage-drafts'
import { reportDamage } from './report-damage'

const BOOKING = 7
const CLAIM = 3
const LOST_PATH = `/uploads/${'a'.repeat(64)}.jpg`
const HERE_PATH = `/uploads/${'b'.repeat(64)}.jpg`
const told = () => undefined

/** A server that refuses forms with photos that it does not have. */
class Server {
  readonly here = new Set<string>()
  readonly uploaded: string[] = []
  readonly forms: string[][] = []
  /** The report that an earlier try has brought, whose answer was lost. */
  earlier: object | undefined
  /** Are photos lost as soon as they have been uploaded? */
  losesAll = false

  fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const path = String(input)
    if (path.endsWith('/api/upload')) {
      this.uploaded.push(path)
      if (!this.losesAll) this.here.add(HERE_PATH)
      return json(201, { url: HERE_PATH })
    }
    if (!/damage-report$|respond$/.test(path)) throw new TypeError('Failed to fetch')
    const form = JSON.parse(String(init?.body)) as { images: string[]; response?: string }
    this.forms.push(form.images)
    if (this.earlier) return json(201, this.earlier)
    const isRefused = form.images.some((url) => !this.here.has(url))
    if (isRefused) return json(410, { code: 'upload_gone', message: 'Gone' })
    const answered = { renterResponse: form.response, renterResponseImages: form.images }
    return json(201, { id: CLAIM, ...form, ...answered })
  }
}

const json = (status: number, body: object) =>
  Response.json(body, { status, headers: { 'sync-epoch': 'e', 'sync-seq': '1' } })

let db: LocalDb
let engine: SyncEngine
let server: Server
const realFetch = globalThis.fetch

beforeEach(() => {
  server = new Server()
  globalThis.fetch = server.fetch as typeof fetch
  db = freshDb()
  engine = new SyncEngine(db, 17)
})
afterEach(async () => {
  globalThis.fetch = realFetch
  await db.delete()
})

const sent = waitingPhoto({ url: LOST_PATH })
const photos = [{ blobId: sent.blobId }]
const written = { ...emptyReport(), description: 'Chipped.', photos }

/** A draft with its photo, as the page of its form has it. */
async function keep<Values>(draft: DeviceDraft<Values>, values: Values): Promise<void> {
  await draft.save(db, values, sent)
  await draft.autosave(db).open()
}

const forms = {
  report: {
    keep: () => keep(reportDraft(BOOKING), written),
    read: () => reportDraft(BOOKING).read(db),
    send: ({ description, photos, clientId } = written) =>
      reportDamage(engine, BOOKING, { words: { description }, photos, clientId }, told),
  },
  answer: {
    keep: () => keep(answerDraft(CLAIM), { accepts: false, response: 'No.', photos }),
    read: () => answerDraft(CLAIM).read(db),
    send: () => answerDamage(engine, CLAIM, { accepts: false, response: 'No.', photos }, told),
  },
}

test.each(Object.entries(forms))(
  'a damage %s whose photo the server has lost is sent once more, with the photo, and its draft ends',
  async (_, form) => {
    await form.keep()
    await form.send()
    expect(server.forms).toEqual([[LOST_PATH], [HERE_PATH]])
    expect([server.uploaded.length, await form.read(), await db.blobs.count()]).toEqual([1, null, 0])
  },
)

test.each(Object.entries(forms))(
  'a damage %s that is refused again keeps its draft and its photo, and is not sent for ever',
  async (_, form) => {
    server.losesAll = true
    await form.keep()
    await expect(form.send()).rejects.toBeInstanceOf(ApiError)
    expect([server.forms.length, server.uploaded.length]).toEqual([2, 1])
    expect([(await form.read())?.photos, await db.blobs.count()]).toEqual([photos, 1])
  },
)

test.each(Object.entries(forms))(
  'a damage %s whose photo is neither at the server nor here says so, and its draft stays',
  async (_, form) => {
    await form.keep()
    globalThis.fetch = (async (...asked: Parameters<Server['fetch']>) => {
      await db.blobs.clear()
      return server.fetch(...asked)
    }) as typeof fetch
    await expect(form.send()).rejects.toBeInstanceOf(PhotoLost)
    expect([server.forms.length, server.uploaded.length]).toEqual([1, 0])
    expect(await db.drafts.count()).toBe(1)
  },
)

test.each<[string, Partial<ReportDraft>]>([
  ['more words', { description: 'Chipped, and the box is torn.' }],
  ['an estimate', { estimate: '12.50' }],
  ['a photo', { photos: [...photos, { blobId: crypto.randomUUID() }] }],
])('a report that had arrived at an earlier try keeps its draft where %s came after that', async (_, added) => {
  server.earlier = { id: CLAIM, description: 'Chipped.', images: [LOST_PATH], repairEstimate: null }
  const values = { ...written, ...added }
  const late = values.photos.slice(1).map(({ blobId }) => waitingPhoto({ blobId }))
  await db.blobs.bulkPut(late)
  await keep(reportDraft(BOOKING), values)
  const isAllFiled = await forms.report.send(values)
  expect(await forms.report.read()).toEqual(values)
  expect([isAllFiled, await db.blobs.count()]).toEqual([false, values.photos.length])
})

test('words and a photo that are added to an answer while it is being sent stay in its draft', async () => {
  await forms.answer.keep()
  const late = waitingPhoto()
  const more = { accepts: false, response: 'No. It was chipped before.', photos: [...photos, { blobId: late.blobId }] }
  globalThis.fetch = (async (...asked: Parameters<Server['fetch']>) => {
    // On its way to the disk as the answer comes.
    void answerDraft(CLAIM).autosave(db).keep(more, [late])
    return server.fetch(...asked)
  }) as typeof fetch
  server.here.add(LOST_PATH)
  await forms.answer.send()
  expect([await forms.answer.read(), await db.blobs.count()]).toEqual([more, 2])
})

test('a report that had arrived at an earlier try as it is ends its draft', async () => {
  server.earlier = { id: CLAIM, description: 'Chipped.', images: [LOST_PATH], repairEstimate: null }
  await forms.report.keep()
  expect(await forms.report.send()).toBe(true)
  expect([await forms.report.read(), await db.blobs.count()]).toEqual([null, 0])
})

test('a report that was filed counts as filed although the disk closes meanwhile', async () => {
  const { clientId, ...draft } = emptyReport()
  await reportDraft(BOOKING).save(db, { clientId, ...draft, description: 'Two plates came back chipped.' })
  server.earlier = { id: CLAIM, description: 'Two plates came back chipped.', images: [], repairEstimate: null }
  const { fetch } = server
  globalThis.fetch = Object.assign(async (...call: Parameters<typeof fetch>) => {
    const answer = await fetch(...call)
    db.close()
    return answer
  }, realFetch)
  const words = { description: 'Two plates came back chipped.', repairEstimate: null, repairInvoiceUrl: null }
  expect(await reportDamage(engine, BOOKING, { words, photos: [], clientId }, told)).toBe(true)
})
