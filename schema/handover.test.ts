import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { type HandoverContent, pageAtClaim } from '#schema/handover'

const at = (n: number) => new Date(Date.UTC(2026, 10, 1, 0, 0, n)).toISOString()

test('however often a page is saved, a claim’s own version of it stands beside the last one', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.option(fc.nat(7), { nil: null }), (saves, filedAfter) => {
      type Page = HandoverContent & { atClaim: HandoverContent | null }
      let held: Page | null = null
      for (let n = 0; n < saves; n++) {
        const filedAt = filedAfter !== null && filedAfter <= n ? at(2 * filedAfter) : null
        const content: HandoverContent = {
          checks: [],
          photos: [],
          note: `${n}`,
          composedAt: null,
          updatedAt: at(2 * n + 1),
        }
        held = { ...content, atClaim: pageAtClaim(held, filedAt) }
      }
      const isReplaced = filedAfter !== null && filedAfter > 0 && filedAfter < saves
      expect(held?.atClaim?.note ?? null).toBe(isReplaced ? `${filedAfter - 1}` : null)
    }),
  )
})
