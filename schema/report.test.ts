import { expect, test } from 'bun:test'
import { canReport, NewReport, REPORT_MAX, REPORT_REASONS, REPORTABLE } from './report'

const report = { kind: 'listing', id: 7, reason: 'scam', words: 'The photos are from a shop.' }

test.each(REPORTABLE)('a %s can be reported for each reason', (kind) => {
  for (const reason of REPORT_REASONS) expect(NewReport.safeParse({ ...report, kind, reason }).success).toBe(true)
})

test.each<[string, object, string | undefined]>([
  ['an unknown thing', { kind: 'booking' }, undefined],
  ['an unknown reason', { reason: 'dislike' }, 'Please choose a reason'],
  ['too many words', { words: 'x'.repeat(REPORT_MAX + 1) }, 'Please keep a report under 1,000 characters'],
  ['a photo from elsewhere', { photo: 'javascript:alert(1)' }, undefined],
])('%s is refused', (_name, part, message) => {
  const { success, error } = NewReport.safeParse({ ...report, ...part })
  expect(success).toBe(false)
  if (message) expect(error?.issues[0]?.message).toBe(message)
})

test('words are trimmed, and a report needs none', () => {
  expect(NewReport.parse({ ...report, words: '  x ' }).words).toBe('x')
  const { words: _, ...bare } = report
  expect(NewReport.parse(bare).words).toBe('')
  expect(NewReport.parse({ ...report, words: 'x'.repeat(REPORT_MAX) }).words).toHaveLength(REPORT_MAX)
})

test('nobody reports what is their own', () => {
  expect(canReport({ id: 1 }, { ownerId: 2 })).toBe(true)
  expect(canReport({ id: 1 }, { ownerId: 1 })).toBe(false)
})
