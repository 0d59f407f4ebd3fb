import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { OperatorClaim } from '#schema/operator'
import { ToastProvider } from '../ui/toasts'
import { ClaimCard } from './claim-card'

const AT = '2026-11-29T12:00:00Z'
const NOTE = 'كانت مكسورة'
const claim = {
  report: {
    id: 7,
    status: 'resolved_rejected',
    images: [],
    renterResponseImages: [],
    createdAt: AT,
    resolvedAt: null,
    decisionNote: null,
  },
  booking: {
    id: 3,
    ownerId: 1,
    startDate: '2026-11-29',
    endDate: '2026-11-29',
    quantity: 1,
    totalAmount: 900,
    money: [],
  },
  handovers: [{ id: 5, userId: 1, moment: 'pickup', checks: [], photos: [], note: NOTE, updatedAt: AT }],
} as unknown as OperatorClaim

const html = renderToStaticMarkup(
  createElement(ToastProvider, null, createElement(ClaimCard, { claim, again: async () => {} })),
)

test('a rental of one day names it once', () => {
  expect(html).toContain(' · Sun, Nov 29 · ')
})

test('a note at the handover runs in the direction of its own words', () => {
  expect(html).toContain(`dir="auto">${NOTE}</p>`)
})
