import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Purchase } from '#schema/purchase'
import { PurchaseWishes } from './purchase-facts'

test.each(['Sage #9CAF88', 'Suite #101', 'To bea'])('the wish “%s” is shown as it was typed', (wish) => {
  const purchase = { customizations: { Wish: wish }, note: null } as unknown as Purchase
  expect(renderToStaticMarkup(createElement(PurchaseWishes, { purchase }))).toContain(`${wish}</dd>`)
})
