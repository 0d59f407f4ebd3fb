import { beforeEach, expect, test } from 'bun:test'
import { ApiError, Unreachable } from '../sync/client'
import type { Notice } from '../ui/toasts'
import { runAct } from './use-act'

const UNKNOWN = 'It is not known whether this was done. Please look at it again before you press once more.'

/** The notices and the reads, in their order. */
let seen: string[]
let besideFields: string[]
let unknownEnds: number

beforeEach(() => {
  seen = []
  besideFields = []
  unknownEnds = 0
})

const refusal = (code: string, fields: Record<string, string> = {}) =>
  new ApiError(409, { code, message: 'No.', fields }, '')

function press(outcome: Error | Notice | null, isReading = false): Promise<boolean> {
  return runAct({
    form: {
      getValues: (() => ({ amount: '5.00', note: 'Torn' })) as never,
      setError: (name) => void besideFields.push(name),
    },
    work: async () => {
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    rename: ({ finalAmount, ...fields }) => ({ ...fields, ...(finalAmount ? { amount: finalAmount } : {}) }),
    toast: ({ title, description }) => void seen.push([title, description].filter(Boolean).join(': ')),
    again: async () => void seen.push('read again'),
    isReading,
    onUnknown: () => void unknownEnds++,
  })
}

test.each([
  ['did not come in time', new Unreachable('timeout')],
  ['broke off', new Unreachable('broken')],
  ['is an error of the server', refusal('internal')],
])('an act whose answer %s is neither called done nor undone', async (_, error) => {
  expect(await press(error)).toBe(false)
  expect(seen).toEqual([`No answer yet: ${UNKNOWN}`, 'read again'])
  expect(unknownEnds).toBe(1)
})

test('an act that was refused, or never left, was not done; its case is read again', async () => {
  expect(await press(refusal('damage_not_open'))).toBe(false)
  expect(seen).toEqual(['That was not done: No.', 'read again'])
  seen = []
  await press(new Unreachable('offline'))
  expect(seen).toEqual([
    'That was not done: There is no connection right now. Nothing you typed was lost.',
    'read again',
  ])
  expect(unknownEnds).toBe(0)
})

test('words beside a field need no notice', async () => {
  expect(await press(refusal('amount_above_estimate', { finalAmount: 'Too much.' }))).toBe(false)
  expect([seen, besideFields]).toEqual([['read again'], ['amount']])
})

test('an act that was done is told, and its case is read again', async () => {
  expect(await press({ title: 'Claim approved' })).toBe(true)
  expect(seen).toEqual(['Claim approved', 'read again'])
})

test('nobody needs to know what became of something that only reads', async () => {
  await press(new Unreachable('timeout'), true)
  expect(seen[0]).toBe('That was not done: The server did not answer in time. Nothing you typed was lost.')
})
