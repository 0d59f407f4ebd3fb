import { afterEach, beforeEach, describe, expect, setSystemTime, test } from 'bun:test'
import fc from 'fast-check'
import { noteUnkept } from '../disk/disk-version'
import { type Draft, LocalDb, type PhotoBlob } from '../disk/local-db'
import { BEEN_HERE } from '../disk/rescue/lost-disk'
import { readGallery } from '../inspiration/sharing/gallery-photos'
import { emptyPostDraft, NEW_POST, postDraft } from '../inspiration/sharing/post-drafts'
import { changeThing } from '../offerings/change-thing'
import { autosaveEdit } from '../offerings/thing-edits'
import { profileDraft } from '../people/profile-draft'
import { answerDraft, EMPTY_ANSWER, emptyReport, endSentDraft, reportDraft } from '../rentals/damage/damage-drafts'
import { sentListingChange } from '../rentals/listings/own-listing-overlay'
import { reviewDraft } from '../reviews/review-drafts'
import { SyncEngine } from '../sync/engine'
import { freshDb, waitingPhoto } from '../test-support/disk-in-memory'
import { diskWithPhotos } from '../test-support/full-disk'
import { type HeldDisk, holdBack } from '../test-support/held-disk'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { autosaveOf, type KeptDraft } from './autosave'
import { holdDraft } from './autosave-queue'
import type { DeviceDraft } from './draft-of'
import { joinDrafts } from './join-drafts'
import { keepText, keptText, readKeptText } from './kept-text'
import { draftsWithEdits, noteUnsavedEdit } from './unsaved-edits'

const ID = 'message:booking:7'
const PLATES = `/uploads/${'ca'.repeat(32)}.jpg`
let name: string
let store: NotesInMemory
const pages: LocalDb[] = []
beforeEach(() => {
  name = freshDb().name
  store = new NotesInMemory()
  installNotes(store)
})
afterEach(async () => {
  setSystemTime()
  for (const db of pages.splice(0)) db.close()
  await new LocalDb(name).delete()
  installNotes(undefined)
})

/** A tab that shows the box; its disk works at once unless it is held back. */
function openTab({ held = false } = {}) {
  const db = new LocalDb(name)
  pages.push(db)
  const disk = held ? holdBack(db) : null
  const keeper = autosaveOf(db, keptText(db, ID))
  const send = (text: string) =>
    keeper.handOver(() =>
      db.transaction('rw', db.drafts, db.receipts, async () => {
        await db.receipts.put({ opId: text, kind: 'message.send', payload: null, outcome: 'sent', at: '' })
        await keepText(db, ID, '')
      }),
    )
  return { db, keeper, disk: disk as HeldDisk, type: (text: string) => void keeper.keep(text).catch(() => {}), send }
}
const onDisk = async () => readKeptText(openTab().db, ID)
const reopened = async () => (await openTab().keeper.open()) ?? ''
const sent = async () => (await openTab().db.receipts.toArray()).map(({ opId }) => opId)
const noted = () => draftsWithEdits(name)

describe('writing', () => {
  test('one after the other, and of those that wait only the newest', async () => {
    const { db, disk, type } = openTab({ held: true })
    const written: unknown[] = []
    db.drafts.hook('creating', (_, row) => void written.push(row.values))
    db.drafts.hook('updating', (change) => void ('values.content' in change && written.push(change)))
    for (const text of ['a', 'ab', 'abc']) type(text)
    expect(await disk.waiting()).toBe(1)
    await disk.next()
    type('abcd')
    await disk.all()
    expect(written.map((values) => Object.values(values as object)[0])).toEqual(['abc', 'abcd'])
    expect(await onDisk()).toBe('abcd')
  })

  test('states that bring a photo are all written', async () => {
    const db = freshDb()
    pages.push(db)
    const disk = holdBack(db)
    const written: string[] = []
    const draft: KeptDraft<string> = {
      draftId: ID,
      tables: [db.blobs],
      read: () => readKeptText(db, ID),
      async write(text, photos) {
        written.push(text)
        await db.blobs.bulkPut(photos)
        await keepText(db, ID, text)
      },
      parse: String,
    }
    const photo = (blobId: string) => [waitingPhoto({ blobId })]
    const keeper = autosaveOf(db, draft)
    const kept = [
      keeper.keep('a'),
      keeper.keep('b'),
      keeper.keep('c', photo('1')),
      keeper.keep('d'),
      keeper.keep('e', photo('2')),
      keeper.keep('f'),
    ]
    await disk.all()
    await Promise.all(kept)
    expect(written).toEqual(['c', 'e', 'f'])
    expect(await db.blobs.toCollection().primaryKeys()).toEqual(['1', '2'])
  })

  test('parts of a page that type in one draft stand in one line', async () => {
    const { db, disk, type } = openTab({ held: true })
    const other = autosaveOf(db, keptText(db, ID))
    type('first')
    await disk.waiting()
    const kept = other.keep('second')
    expect(await disk.waiting()).toBe(1)
    await disk.all()
    await kept
    expect(await onDisk()).toBe('second')
  })

  test('a part of a page that opens later finds what is still on its way', async () => {
    const { db, disk, type } = openTab({ held: true })
    type('on its way')
    const opening = autosaveOf(db, keptText(db, ID)).open()
    await disk.all(opening)
    expect(await opening).toBe('on its way')
  })

  test('another tab hears of what this one has typed or sent, but while it has words of its own on their way', async () => {
    const [one, other] = [openTab(), openTab({ held: true })]
    await one.db.meta.put({ k: BEEN_HERE, v: true })
    const heard: (string | null)[] = []
    const stops = [one, other].map(({ keeper }, nth) => keeper.follow((kept) => nth === 1 && heard.push(kept)))
    const hears = async (...all: (string | null)[]) => {
      const isThere = () => heard.length >= all.length
      for (let looks = 0; looks < 40 && !isThere(); looks++) await other.disk.all(Bun.sleep(10))
      // Words of its own are no news.
      await other.disk.all(Bun.sleep(30))
      expect(heard).toEqual(all)
    }
    await hears()
    await one.keeper.keep('from the first tab')
    await hears('from the first tab')
    other.type('from the other')
    await Bun.sleep(2)
    await one.keeper.keep('from the first tab again')
    const both = 'from the other\nfrom the first tab again'
    await hears('from the first tab', both)
    expect(await onDisk()).toBe(both)
    await Bun.sleep(30)
    const release = holdDraft(other.db, ID)
    await one.keeper.keep('while it is held')
    await hears('from the first tab', both)
    release()
    await hears('from the first tab', both, 'while it is held')
    await one.send('while it is held')
    await hears('from the first tab', both, 'while it is held', null)
    for (const stop of stops) stop()
  })

  test('a page that gets the focus while its draft is held looks when that ends', async () => {
    const [one, other] = [openTab(), openTab()]
    const heard: (string | null)[] = []
    const here = globalThis as { document?: { hasFocus: () => boolean } }
    const before = here.document
    here.document = { hasFocus: () => true }
    const stop = other.keeper.follow((kept) => heard.push(kept))
    try {
      const release = holdDraft(other.db, ID)
      await one.keeper.keep('from the first tab')
      globalThis.dispatchEvent(new Event('focus'))
      await Bun.sleep(30)
      expect(heard).toEqual([])
      release()
      await Bun.sleep(30)
      expect(heard).toEqual(['from the first tab'])
      // Nothing changes under the hands of its person.
      await one.keeper.keep('from the first tab again')
      holdDraft(other.db, ID)()
      await Bun.sleep(30)
      expect(heard).toEqual(['from the first tab'])
    } finally {
      stop()
      here.document = before as never
      if (before === undefined) delete here.document
    }
  })

  test('states that say only what has changed wait as one', async () => {
    const db = freshDb()
    pages.push(db)
    const disk = holdBack(db)
    const written: object[] = []
    const keeper = autosaveOf<Record<string, number>>(db, {
      draftId: ID,
      read: async () => null,
      write: async (part) => void written.push(part),
      parse: () => null,
      merge: (a, b) => ({ ...a, ...b }),
    })
    const parts: Record<string, number>[] = [{ a: 1 }, { b: 2 }, { a: 3 }]
    for (const part of parts) void keeper.keep(part)
    await disk.all()
    void keeper.keep({ c: 4 })
    await disk.all()
    expect(written).toEqual([{ a: 3, b: 2 }, { c: 4 }])
  })
})

describe('a page that is left before the disk has what was typed', () => {
  test('finds it again; the note goes only when the disk has it', async () => {
    const left = openTab({ held: true })
    left.type('Third floor')
    left.keeper.note()
    expect(noted()).toEqual([ID])
    expect(await onDisk()).toBe('')

    const { keeper, disk } = openTab({ held: true })
    const opening = keeper.open()
    await disk.arrival()
    expect(noted()).toEqual([ID])
    await disk.all(opening)
    expect(await opening).toBe('Third floor')
    expect(await onDisk()).toBe('Third floor')
    expect(noted()).toEqual([])
  })

  test('finds what was typed before the disk had answered behind what was kept', async () => {
    await openTab().keeper.keep('Half a sentence')
    const left = openTab({ held: true })
    void left.keeper.open()
    left.type('and more')
    left.keeper.note()
    expect(await reopened()).toBe('Half a sentence\nand more')
    expect(noted()).toEqual([])
  })

  test('opens what was kept alone when it stays after all: it has what was typed itself', async () => {
    await openTab().keeper.keep('Half a sentence')
    const { keeper, db, disk, type } = openTab({ held: true })
    const answer = Promise.withResolvers<void>()
    void autosaveOf(db, keptText(db, ID)).handOver(() => answer.promise)
    const opening = keeper.open()
    type('and more')
    keeper.note()
    answer.resolve()
    await disk.all(opening)
    expect(await opening).toBe('Half a sentence')
  })

  test('finds what was typed last, not what was written last', async () => {
    const left = openTab({ held: true })
    left.type('a')
    await left.disk.waiting()
    left.type('ab')
    left.keeper.note()
    await left.disk.next('gone')
    expect(await onDisk()).toBe('a')
    expect(await reopened()).toBe('ab')
  })

  test('keeps the note of what was typed last while the disk has something older', async () => {
    const { keeper, disk, type } = openTab({ held: true })
    type('a')
    await disk.waiting()
    type('ab')
    keeper.note()
    await disk.next()
    expect(await onDisk()).toBe('a')
    expect(noted()).toEqual([ID])
    await disk.next()
    expect(noted()).toEqual([])
  })

  test('finds what was typed after the box was emptied', async () => {
    const { keeper, disk, type } = openTab({ held: true })
    type('a')
    await disk.next()
    type('')
    await disk.waiting()
    type('b')
    await disk.next()
    keeper.note()
    expect(noted()).toEqual([ID])
    await disk.all()
    expect(await onDisk()).toBe('b')
  })

  test('notes nothing that the disk has, and forgets a note that it has caught up with', async () => {
    const { keeper, disk, type } = openTab({ held: true })
    type('a')
    keeper.note()
    await disk.all()
    expect(noted()).toEqual([])
    keeper.note()
    expect(noted()).toEqual([])
  })

  test('finds an empty box when it was emptied last', async () => {
    await openTab().keeper.keep('a')
    const left = openTab({ held: true })
    left.type('')
    left.keeper.note()
    expect(await reopened()).toBe('')
    expect(await onDisk()).toBe('')
    expect(noted()).toEqual([])
  })

  test('on a clock that was set back', async () => {
    setSystemTime(new Date('2026-11-21T12:00:00.000Z'))
    await openTab().keeper.keep('noon')
    setSystemTime(new Date('2026-11-21T11:00:00.000Z'))
    const left = openTab({ held: true })
    await left.keeper.open()
    left.type('eleven')
    left.keeper.note()
    expect(await reopened()).toBe('eleven')
  })

  test('is told of by the page itself, hidden or left', () => {
    const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
    Object.assign(globalThis, { document: page, window: new EventTarget() })
    try {
      const { type } = openTab({ held: true })
      type('a')
      page.dispatchEvent(new Event('visibilitychange'))
      expect(noted()).toEqual([])
      page.visibilityState = 'hidden'
      page.dispatchEvent(new Event('visibilitychange'))
      expect(noted()).toEqual([ID])
      store.held.clear()
      window.dispatchEvent(new Event('pagehide'))
      expect(noted()).toEqual([ID])
    } finally {
      Reflect.deleteProperty(globalThis, 'document')
      Reflect.deleteProperty(globalThis, 'window')
    }
  })

  test('a note that makes no sense does not take the place of what does', async () => {
    await openTab().keeper.keep('a')
    for (const text of ['{', '5', '{"at":"9999","state":5}', '{"state":"b"}']) {
      store.held.set(`trestle-typed:${name}:${ID}`, text)
      expect(await reopened()).toBe('a')
    }
  })

  test('nobody else’s box shows it', async () => {
    const left = openTab({ held: true })
    left.type('for me')
    left.keeper.note()
    const other = freshDb()
    pages.push(other)
    expect(await autosaveOf(other, keptText(other, ID)).open()).toBe('')
    expect(await reopened()).toBe('for me')
  })
})

describe('words that were sent', () => {
  test('does not come back from a note that another tab has left', async () => {
    const tab = openTab()
    const left = openTab({ held: true })
    await tab.keeper.keep('half a sentence')
    left.type('half a sent')
    left.keeper.note()
    const failing = tab.keeper.handOver(() =>
      tab.db.transaction('rw', tab.db.drafts, async () => {
        await keepText(tab.db, ID, '')
        throw new Error('no')
      }),
    )
    await expect(failing).rejects.toThrow('no')
    expect(noted()).toEqual([ID])
    await tab.send('half a sentence')
    expect(noted()).toEqual([])
    expect(await reopened()).toBe('')
  })

  test('does not come back from what still waits to be written', async () => {
    const { db, disk, type, keeper } = openTab({ held: true })
    type('a')
    await disk.next()
    type('ab')
    await disk.waiting()
    type('abc')
    await keepText(db, ID, '')
    keeper.note()
    await disk.all()
    expect(noted()).toEqual([])
    expect(await onDisk()).toBe('')
  })

  test('does not come back from what the disk had no room for', async () => {
    const { db, disk, type, keeper } = openTab({ held: true })
    disk.setFull(true)
    type('a')
    await disk.all()
    expect(noted()).toEqual([ID])
    await keepText(db, ID, '')
    keeper.note()
    expect(noted()).toEqual([])
  })

  test('stays in the box, before what was typed after it, when the page is left before it is in line', async () => {
    for (const isWritten of [false, true]) {
      const left = openTab({ held: true })
      await left.keeper.open()
      left.type('Hello')
      if (isWritten) await left.disk.next()
      left.send('Hello').catch(() => undefined)
      left.type('and one more thing')
      left.keeper.note()
      expect(await reopened()).toBe('Hello\nand one more thing')
      await openTab().keeper.keep('')
    }
  })

  test('takes nothing with it that was typed after it', async () => {
    const { disk, type, send, keeper } = openTab({ held: true })
    type('Hello')
    await disk.next()
    const sending = send('Hello')
    await disk.arrival()
    type('and one more thing')
    await disk.next()
    await sending
    keeper.note()
    expect(noted()).toEqual([ID])
    await disk.all()
    expect(await onDisk()).toBe('and one more thing')
  })

  test('is gone even if the disk was full at first, whatever the page heard of it', async () => {
    const left = openTab({ held: true })
    left.disk.setFull(true)
    left.type('Hello')
    await left.disk.next()
    left.disk.setFull(false)
    left.send('Hello').catch(() => undefined)
    await left.disk.next()
    left.keeper.note()
    store.isGone = true
    await left.disk.next('gone')
    store.isGone = false
    expect(await sent()).toEqual(['Hello'])
    expect(await reopened()).toBe('')
  })

  test('is gone from the box when it is in line, whatever the page heard of it', async () => {
    const left = openTab({ held: true })
    left.type('Hello')
    await left.disk.next()
    left.send('Hello').catch(() => undefined)
    left.type('and one more thing')
    left.keeper.note()
    store.isGone = true
    await left.disk.next('gone')
    store.isGone = false
    expect(await sent()).toEqual(['Hello'])
    expect(await reopened()).toBe('and one more thing')
  })
})

describe('two tabs', () => {
  test('what one sends does not take along what the other has typed since', async () => {
    const [first, second] = [openTab(), openTab()]
    for (const { keeper } of [first, second]) await keeper.open()
    await first.keeper.keep('hello')
    await Bun.sleep(2)
    await second.keeper.keep('something else')
    await first.send('hello')
    expect(await sent()).toEqual(['hello'])
    expect(await reopened()).toBe('something else')
    await second.send('something else')
    expect(await reopened()).toBe('')
  })

  test('words of one that were held up are kept beside what the other has typed meanwhile, and end neither', async () => {
    const held = openTab({ held: true })
    held.type('hello')
    held.keeper.note()
    await Bun.sleep(2)
    const other = openTab()
    expect(await other.keeper.open()).toBe('hello')
    await other.keeper.keep('hello, and one thing more')
    const sending = held.send('hello')
    await held.disk.all(sending)
    expect(await sent()).toEqual(['hello'])
    expect(await onDisk()).toBe('hello, and one thing more')
  })

  test('of two edits of a form that was held up the later counts, field by field, and both pages learn of it', async () => {
    const forms: [DeviceDraft<never>, object, object, object][] = [
      [
        reviewDraft({ about: 'booking', id: 7 }) as never,
        { stars: 0, points: [], content: '' },
        { content: 'older' },
        { stars: 5, content: 'newer' },
      ],
      [answerDraft(7) as never, EMPTY_ANSWER, { response: 'older', accepts: false }, { response: 'newer' }],
    ]
    for (const [form, blank, older, newer] of forms) {
      const [held, other] = [openTab({ held: true }), openTab()]
      const [late, keeper] = [form.autosave(held.db), form.autosave(other.db)]
      await held.disk.all(late.open())
      await keeper.open()
      for (const one of [late, keeper]) one.shows(blank as never)
      const writing = late.keep({ ...blank, ...older } as never)
      await Bun.sleep(2)
      await keeper.keep({ ...blank, ...newer } as never)
      await held.disk.all(writing)
      expect(await form.read(other.db)).toEqual({ ...blank, ...older, ...newer } as never)
      const heard: unknown[] = []
      const stop = keeper.follow((kept) => heard.push(kept))
      await Bun.sleep(30)
      stop()
      expect(heard).toEqual([{ ...blank, ...older, ...newer }])
    }
  })

  test('edits that were held up never go behind another tab’s, nor before a note of the same page', async () => {
    const [held, other] = [openTab({ held: true }), openTab()]
    const times: string[] = []
    const at = async () => void times.push((await other.db.drafts.get(ID))?.updatedAt ?? '')
    held.type('hel')
    await held.disk.waiting()
    await Bun.sleep(2)
    await other.keeper.keep('B')
    await at()
    await Bun.sleep(2)
    held.type('hello there')
    held.keeper.note()
    await held.disk.next()
    await held.disk.waiting()
    await at()
    expect(times).toEqual(times.toSorted())
    held.db.close()
    expect(await reopened()).toBe('hello there')
  })

  test('a post that is edited in one tab alone ends with its edit, and hears nothing of its own words', async () => {
    const { db } = openTab()
    const form = postDraft('5')
    const keeper = form.autosave(db)
    await keeper.open()
    const { clientId, ...words } = emptyPostDraft()
    const seen = { words: { title: 'Arch' }, photos: [] }
    const typed = (title: string) => ({ clientId, seen, ...words, title })
    keeper.shows(typed('Arch'))
    const heard: unknown[] = []
    const stop = keeper.follow((kept) => heard.push(kept))
    for (const title of ['Arch o', 'Arch of', 'Arch of ivy']) await keeper.keep(typed(title))
    await Bun.sleep(30)
    expect(heard).toEqual([])
    await keeper.handOver(() => form.forget(db))
    expect(await db.drafts.get(form.id)).toBeUndefined()
    stop()
  })

  test('an edit that one saves does not take along what the other has typed since', async () => {
    const [first, second] = [openTab().db, openTab().db]
    const words = {
      ...{ title: 'Forty plates', description: 'White.', price: '9.25', terms: '' },
      ...{ category: 'tableware' as const, quantity: 40, cancellationPreset: 'standard' as const },
      photos: [{ photo: { url: PLATES }, alt: '' }],
    }
    const edit = (db: LocalDb) => autosaveEdit(db, 'listing', 5)
    const save = (db: LocalDb) =>
      edit(db).handOver(() =>
        changeThing(
          new SyncEngine(db, 7),
          'listing',
          5,
          { ...words, listingKey: '5', listingId: 5 },
          [],
          sentListingChange,
        ),
      )
    for (const db of [first, second]) await edit(db).open()
    await edit(first).keep(words)
    await Bun.sleep(2)
    await edit(second).keep({ ...words, description: 'White, with a gold rim.' })
    await save(first)
    expect(await first.outbox.count()).toBe(1)
    expect(await edit(openTab().db).open()).toMatchObject({ description: 'White, with a gold rim.' })
    await save(second)
    expect(await edit(openTab().db).open()).toBeNull()
  })

  describe('with photos', () => {
    const draft = answerDraft(7)
    const openForm = async () => {
      const { db } = openTab()
      const keeper = draft.autosave(db)
      if ((await keeper.open()) === null) keeper.shows(EMPTY_ANSWER)
      return { db, keeper }
    }
    const answer = (response: string, ...photos: PhotoBlob[]) => ({
      ...EMPTY_ANSWER,
      response,
      photos: photos.map(({ blobId }) => ({ blobId })),
    })
    const kept = async () => {
      const { db } = openTab()
      const values = await draft.read(db)
      const bytes = (await db.blobs.toCollection().primaryKeys()).toSorted()
      return { words: values?.response, photos: values?.photos.map(({ blobId }) => blobId), bytes }
    }
    const both = [waitingPhoto(), waitingPhoto()].toSorted((a, b) => a.blobId.localeCompare(b.blobId))
    const [one, other] = both as [PhotoBlob, PhotoBlob]

    test('what is typed in one keeps the photos that the other has taken', async () => {
      const [first, second] = [await openForm(), await openForm()]
      await second.keeper.keep(answer('', one), [one])
      for (const words of ['T', 'Th']) await first.keeper.keep(answer(words))
      expect(await kept()).toEqual({ words: 'Th', photos: [one.blobId], bytes: [one.blobId] })
    })

    test('a photo that one takes leaves the words that the other has typed meanwhile, and its form shows them after it', async () => {
      const [first, second] = [await openForm(), await openForm()]
      const heard: unknown[] = []
      const stop = second.keeper.follow((values) => heard.push(values))
      const release = holdDraft(second.db, draft.id)
      await first.keeper.keep(answer('Not mine'))
      await second.keeper.keep(answer('', one), [one])
      release()
      await Bun.sleep(30)
      stop()
      expect(heard).toEqual([answer('Not mine', one)])
      await second.keeper.keep({ ...answer('Not mine', one), accepts: true })
      expect(await draft.read(second.db)).toEqual({ ...answer('Not mine', one), accepts: true })
    })

    test('a field is as it was typed last, in whichever tab: another field changes nothing of it', async () => {
      const typings = fc.array(
        fc.record({
          tab: fc.constantFrom(0, 1),
          field: fc.constantFrom('description', 'estimate', 'invoice'),
          value: fc.string({ maxLength: 2 }),
          looks: fc.boolean(),
        }),
        { maxLength: 12 },
      )
      const report = reportDraft(7)
      await fc.assert(
        fc.asyncProperty(typings, async (steps) => {
          const [blank, dbs] = [emptyReport(), [openTab().db, openTab().db]]
          await report.forget(dbs[0] as LocalDb)
          const tabs = await Promise.all(
            dbs.map(async (db) => {
              const keeper = report.autosave(db)
              await keeper.open()
              keeper.shows(blank)
              return { keeper, form: blank }
            }),
          )
          const last = { ...blank }
          for (const { tab, field, value, looks } of steps) {
            const typing = tabs[tab] as (typeof tabs)[number]
            if (looks) {
              typing.form = (await typing.keeper.open()) ?? typing.form
              typing.keeper.shows(typing.form)
            }
            if (value === typing.form[field as 'estimate']) continue
            typing.form = { ...typing.form, [field]: value }
            Object.assign(last, { [field]: value })
            await Bun.sleep(2)
            await typing.keeper.keep(typing.form)
          }
          expect((await report.read(dbs[0] as LocalDb)) ?? blank).toEqual(last)
        }),
        { numRuns: 20 },
      )
    })

    test('a photo that is taken out in one goes, and one that the other has taken meanwhile stays', async () => {
      const first = await openForm()
      await first.keeper.keep(answer('', one), [one])
      const second = await openForm()
      await first.keeper.keep(answer('', one, other), [other])
      await second.keeper.keep(answer(''))
      expect(await kept()).toEqual({ words: '', photos: [other.blobId], bytes: [other.blobId] })
      const third = await openForm()
      await third.keeper.keep(answer(''))
      expect(await kept()).toEqual({ words: '', photos: [], bytes: [] })
    })

    test('a photo that a form shows without a draft, and that is taken out, goes also when the other has a draft with it', async () => {
      const [first, second] = [await openForm(), await openForm()]
      await second.keeper.keep(answer('', one), [one])
      first.keeper.shows(answer('', one))
      await first.keeper.keep(answer(''))
      expect(await kept()).toEqual({ words: '', photos: [], bytes: [] })
    })

    test('what one sends leaves the photos that the other has taken', async () => {
      const [first, second] = [await openForm(), await openForm()]
      await second.keeper.keep(answer('', one), [one])
      await first.keeper.keep(answer('Sent'))
      await endSentDraft(first.db, draft)
      expect(await kept()).toEqual({ words: 'Sent', photos: [one.blobId], bytes: [one.blobId] })
      const third = await openForm()
      await endSentDraft(third.db, draft)
      expect(await kept()).toEqual({ words: undefined, photos: undefined, bytes: [] })
    })

    test('a photo that comes with a draft that is unsealed under the form stays, also when the form is sent', async () => {
      for (const words of ['Typed', 'Typed, and gone on']) {
        const { db, keeper } = await openForm()
        await keeper.keep(answer('Typed'))
        const sealed = { draftId: draft.id, kind: 'damage', values: answer('', one), updatedAt: '2026-11-01' }
        await db.blobs.put(one)
        await db.drafts.bulkPut(joinDrafts((await db.drafts.get(draft.id)) as Draft, sealed))
        if (words !== 'Typed') await keeper.keep(answer(words))
        await endSentDraft(db, draft)
        expect(await kept()).toEqual({ words, photos: [one.blobId], bytes: [one.blobId] })
        await draft.forget(db)
      }
    })

    test('a photo that the device has lost keeps no draft from ending', async () => {
      const { db } = openTab()
      await draft.save(db, answer('Typed', one))
      const form = await openForm()
      await form.keeper.keep(answer('Typed'))
      await endSentDraft(form.db, draft)
      expect(await kept()).toEqual({ words: undefined, photos: undefined, bytes: [] })
    })

    test('a note of one keeps the photos of the other, and not those that were taken out', async () => {
      const first = await openForm()
      await first.keeper.keep(answer('', one), [one])
      const left = openTab({ held: true })
      const leaving = draft.autosave(left.db)
      await left.disk.all(leaving.open())
      await first.keeper.keep(answer('', one, other), [other])
      void leaving.keep(answer('Noted')).catch(() => undefined)
      leaving.note()
      await openForm()
      expect(await kept()).toEqual({ words: 'Noted', photos: [other.blobId], bytes: [other.blobId] })
    })

    test('a note that is taken up beside a photo of the other ends with the form', async () => {
      const first = await openForm()
      await first.keeper.keep(answer('', one), [one])
      const left = openTab({ held: true })
      const leaving = draft.autosave(left.db)
      void leaving.keep(answer('Noted')).catch(() => undefined)
      leaving.note()
      const { db, keeper } = await openForm()
      expect(await kept()).toEqual({ words: 'Noted', photos: [one.blobId], bytes: [one.blobId] })
      await keeper.handOver(() => draft.forget(db))
      expect(await kept()).toEqual({ words: undefined, photos: undefined, bytes: [] })
    })

    test('an edit of a listing keeps the photos that another tab has taken, with their words', async () => {
      const [first, second] = [autosaveEdit(openTab().db, 'listing', 5), autosaveEdit(openTab().db, 'listing', 5)]
      for (const keeper of [first, second]) await keeper.open()
      const plates = { photo: { url: PLATES }, alt: '' }
      const taken = { photo: { blobId: one.blobId }, alt: 'From above' }
      await second.keep({ title: 'Plates', photos: [plates, taken] }, [one])
      await first.keep({ title: 'Forty plates', photos: [plates] })
      expect(await autosaveEdit(openTab().db, 'listing', 5).open()).toEqual({
        title: 'Forty plates',
        photos: [plates, taken],
      })
    })

    test('a post keeps the photo that another tab has taken, unless it has one of its own', async () => {
      const form = postDraft(NEW_POST)
      const [first, second] = [form.autosave(openTab().db), form.autosave(openTab().db)]
      for (const keeper of [first, second]) await keeper.open()
      const post = emptyPostDraft()
      await second.keep({ ...post, photo: { blobId: one.blobId } }, [one])
      await first.keep({ ...post, title: 'Arch' })
      expect(await form.read(openTab().db)).toMatchObject({ title: 'Arch', photo: { blobId: one.blobId } })
      await first.keep({ ...post, photo: { blobId: other.blobId } }, [other])
      expect((await form.read(openTab().db))?.photo).toEqual({ blobId: other.blobId })
      expect(await readGallery(openTab().db)).toEqual([one.blobId])
      await first.keep({ ...emptyPostDraft(), title: 'Another post' })
      expect(await form.read(openTab().db)).toMatchObject({ title: 'Another post', photo: null })
    })
  })

  const post = emptyPostDraft()
  const base = { description: '', photo: null, photoUrl: '' }
  const singles: [string, DeviceDraft<never>, (words: string, photo: PhotoBlob) => unknown][] = [
    ['post', postDraft(NEW_POST) as never, (title, { blobId }) => ({ ...post, title, photo: { blobId } })],
    [
      'profile',
      profileDraft as never,
      (description, { blobId }) => ({ base, values: { ...base, description, photo: { blobId } } }),
    ],
  ]
  test.each(singles)(
    'each of two tabs has a photo for one %s: whatever is typed next, both stay',
    async (_, form, filled) => {
      const [first, second] = [form.autosave(openTab().db), form.autosave(openTab().db)]
      for (const keeper of [first, second]) await keeper.open()
      const [one, other] = [waitingPhoto(), waitingPhoto()]
      await first.keep(filled('', one) as never, [one])
      await second.keep(filled('', other) as never, [other])
      await first.keep(filled('A', one) as never)
      const { db } = openTab()
      expect(await form.read(db)).toEqual(filled('A', one) as never)
      expect(await db.blobs.bulkGet([one.blobId, other.blobId])).not.toContain(undefined)
      expect(await readGallery(db)).toContain(other.blobId)
    },
  )

  test('a note of one does not take the place of newer words of the other', async () => {
    setSystemTime(new Date('2026-11-21T12:00:00.000Z'))
    const left = openTab({ held: true })
    left.type('older')
    left.keeper.note()
    setSystemTime(new Date('2026-11-21T12:00:01.000Z'))
    await openTab().keeper.keep('newer')
    expect(noted()).toEqual([])
    left.keeper.note()
    expect(await reopened()).toBe('newer')
    expect(noted()).toEqual([])
  })

  test('an older note does not take the place of a newer one', async () => {
    const [first, second] = [openTab({ held: true }), openTab({ held: true })]
    first.type('older')
    await Bun.sleep(2)
    second.type('newer')
    second.keeper.note()
    first.keeper.note()
    expect(await reopened()).toBe('newer')
  })

  test('a note that both take up is not written over what one has typed since', async () => {
    const left = openTab({ held: true })
    left.type('noted')
    left.keeper.note()
    const slow = openTab({ held: true })
    const opening = slow.keeper.open()
    await slow.disk.arrival()
    const quick = openTab()
    expect(await quick.keeper.open()).toBe('noted')
    await quick.keeper.keep('noted, and gone on')
    await slow.disk.all(opening)
    expect(await opening).toBe('noted, and gone on')
    expect(await onDisk()).toBe('noted, and gone on')
  })
})

describe('a disk without room', () => {
  test('refuses, and the words are found again, by a page that has room as well', async () => {
    const tab = openTab({ held: true })
    tab.disk.setFull(true)
    const kept = tab.keeper.keep('a').then(
      () => 'kept',
      (error: Error) => error.name,
    )
    await tab.disk.all()
    expect(await kept).toBe('QuotaExceededError')

    const full = openTab({ held: true })
    full.disk.setFull(true)
    const opening = full.keeper.open()
    await full.disk.all(opening)
    expect(await opening).toBe('a')
    expect(noted()).toEqual([ID])

    expect(await reopened()).toBe('a')
    expect(await onDisk()).toBe('a')
    expect(noted()).toEqual([])
  })

  test('takes words and a picked photo when downloaded photos can give way', async () => {
    const disk = await diskWithPhotos(8)
    const { db } = openTab()
    const post = postDraft(NEW_POST).autosave(db)
    const photo = waitingPhoto()
    disk.fill(4)
    await post.keep({ ...emptyPostDraft(), title: 'Gold arch', photo: { blobId: photo.blobId } }, [photo])
    expect([await postDraft(NEW_POST).read(db), await db.blobs.count(), noted(), disk.photos()]).toMatchObject([
      { title: 'Gold arch', photo: { blobId: photo.blobId } },
      1,
      [],
      4,
    ])
  })

  test('takes noted words before they are handed over when downloaded photos can give way', async () => {
    const disk = await diskWithPhotos(8)
    const left = openTab({ held: true })
    left.type('a')
    left.keeper.note()
    disk.fill(4)
    const { keeper } = openTab()
    expect(await keeper.open()).toBe('a')
    expect(await keeper.handOver(onDisk)).toBe('a')
    expect([noted(), disk.photos()]).toEqual([[], 4])
  })

  test('shows what it has when that is newer than what is noted', async () => {
    const left = openTab({ held: true })
    left.type('older')
    await Bun.sleep(2)
    await openTab().keeper.keep('newer')
    left.keeper.note()
    const full = openTab({ held: true })
    full.disk.setFull(true)
    const opening = full.keeper.open()
    await full.disk.all(opening)
    expect(await opening).toBe('newer')
  })

  test('a later state that is written makes up for one that was not', async () => {
    const { disk, type } = openTab({ held: true })
    disk.setFull(true)
    type('a')
    await disk.all()
    disk.setFull(false)
    type('ab')
    await disk.all()
    expect(await onDisk()).toBe('ab')
    expect(noted()).toEqual([])
  })

  test('no store for notes, or one that is full: everything else goes on', async () => {
    for (const without of [undefined, Object.assign(new NotesInMemory(), { isFull: true })]) {
      installNotes(without)
      const tab = openTab()
      tab.type('a')
      tab.keeper.note()
      await tab.keeper.settled()
      expect(await reopened()).toBe('a')
    }
  })
})

describe('a page that has everything in its memory', () => {
  beforeEach(() => {
    const left = openTab({ held: true })
    left.type('Third floor')
    left.keeper.note()
    noteUnkept('older')
  })
  afterEach(() => noteUnkept(null))

  test('leaves what was noted before to the page that has the disk again, whatever is typed in it', async () => {
    const tab = openTab()
    expect(await tab.keeper.open()).toBe('Third floor')
    tab.type('Third floor, left')
    await tab.keeper.settled()
    expect(await reopened()).toBe('Third floor, left')
    // Its memory ends with it.
    for (const db of pages.splice(0)) db.close()
    await new LocalDb(name).delete()
    expect([noted(), await reopened()]).toEqual([[ID], 'Third floor'])
  })

  test('forgets what was noted once it is sent', async () => {
    const tab = openTab()
    await tab.keeper.open()
    await tab.send('Third floor')
    expect([noted(), await reopened()]).toEqual([[], ''])
  })

  test('leaves a note that it cannot read to the build that wrote it', async () => {
    noteUnsavedEdit(name, ID, { at: new Date().toISOString(), state: { words: 'of a newer build' } })
    expect(await reopened()).toBe('')
    expect(noted()).toEqual([ID])
  })
})
