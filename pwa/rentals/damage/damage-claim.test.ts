import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { DamageReport } from '#schema/damage-report'
import { ToastProvider } from '../../ui/toasts'
import { WrittenClaim } from './damage-claim'

test('the words of both sides and of the operator run in their own direction', () => {
  const report = {
    description: 'كراسي مكسورة',
    renterResponse: 'كانت مكسورة',
    decisionNote: 'הצדדים הסכימו',
    images: [],
    renterResponseImages: [],
  } as unknown as DamageReport
  const claim = { report, booking: { ownerUsername: 'mia', renterUsername: 'noor' } }
  const html = renderToStaticMarkup(createElement(ToastProvider, null, createElement(WrittenClaim, claim)))
  for (const words of [report.description, report.renterResponse, report.decisionNote])
    expect(html).toContain(`dir="auto">${words}</p>`)
})
