import { afterEach, expect, test } from 'bun:test'
import fc from 'fast-check'
import { LocalDb } from '../disk/local-db'
import { freshDb } from '../test-support/disk-in-memory'
import { holdBack } from '../test-support/held-disk'
import { installNotes, NotesInMemory } from '../test-support/notes-in-memory'
import { autosaveOf } from './autosave'
import { keepText, keptText, readKeptText } from './kept-text'
import { draftsWithEdits } from './unsaved-edits'

const ID = 'message:booking:7'
const RUNS = 200
afterEach(() => installNotes(undefined))

/** Events in the life of a text box: words typed, the disk moving on, the page hidden, the words sent, the disk full or not. */
type Step = 'type' | 'clear' | 'disk' | 'hide' | 'send' | 'full' | 'room' | Leave
/** The page ends; what it had asked of the disk last may still be done, but no page hears of it. */
type Leave = 'leave' | 'leave-unheard'

const Steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.constant<Step>('type') },
    { weight: 6, arbitrary: fc.constant<Step>('disk') },
    { weight: 4, arbitrary: fc.constantFrom<Step>('leave', 'leave-unheard') },
    { weight: 4, arbitrary: fc.constant<Step>('send') },
    { weight: 1, arbitrary: fc.constantFrom<Step>('clear', 'hide', 'full', 'room') },
  ),
  { maxLength: 40 },
)

const lines = (...texts: string[]) => texts.filter((text) => text !== '').join('\n')

/** Taken up by a page whose disk is full, handed over and typed on: once the words before were lost. */
const LOST_ONCE: Step[] = ['full', 'type', 'leave', 'send', 'type']

/** A page with the box, as its person sees it. */
async function openPage(name: string, isFull: boolean) {
  const db = new LocalDb(name)
  const disk = holdBack(db)
  disk.setFull(isFull)
  const keeper = autosaveOf(db, keptText(db, ID))
  const opening = keeper.open()
  await disk.all(opening)
  const page = { db, disk, keeper, text: (await opening) ?? '', sending: null as string | null, type, send }

  function type(text: string) {
    page.text = text
    keeper.keep(text).catch(() => undefined)
  }
  function send() {
    const words = page.text
    page.sending = words
    page.text = ''
    const sent = keeper.handOver(() =>
      db.transaction('rw', db.drafts, db.receipts, async () => {
        await db.receipts.put({ opId: words, kind: 'message.send', payload: null, outcome: 'sent', at: '' })
        await keepText(db, ID, '')
      }),
    )
    const failed = () => type(lines(words, page.text))
    sent.catch(failed).finally(() => {
      page.sending = null
    })
  }
  return page
}

async function live(steps: Step[]): Promise<void> {
  const { name } = freshDb()
  const store = new NotesInMemory()
  installNotes(store)
  const gone: LocalDb[] = []
  let isFull = false
  let page = await openPage(name, isFull)
  let count = 0

  async function leave(how: Leave): Promise<void> {
    page.keeper.note()
    store.isGone = true
    if (how === 'leave-unheard') await page.disk.next('gone')
    store.isGone = false
    gone.push(page.db)
    const { text, sending } = page
    page = await openPage(name, isFull)
    const isSent = sending !== null && (await page.db.receipts.get(sending)) !== undefined
    expect(page.text).toBe(isSent || sending === null ? text : lines(sending, text))
  }

  for (const step of steps) {
    if (step === 'type') page.type(lines(page.text, `word ${++count}`))
    else if (step === 'clear') page.type('')
    else if (step === 'disk') await page.disk.next()
    else if (step === 'hide') page.keeper.note()
    else if (step === 'send') {
      if (page.sending === null && page.text !== '') page.send()
    } else if (step === 'full' || step === 'room') {
      isFull = step === 'full'
      page.disk.setFull(isFull)
    } else await leave(step)
  }
  isFull = false
  await leave('leave')
  // With room on the disk everything has come to it, and nothing is left in the notes.
  expect(await readKeptText(page.db, ID)).toBe(page.text)
  expect(draftsWithEdits(name)).toEqual([])
  for (const db of [...gone, page.db]) db.close()
  await new LocalDb(name).delete()
}

test('the last words are there and sent words never come back, whatever is typed, left, opened again and sent', async () => {
  await fc.assert(fc.asyncProperty(Steps, live), { numRuns: RUNS, examples: [[LOST_ONCE]] })
}, 60_000)
