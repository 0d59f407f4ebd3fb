import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import { Refusal } from '#schema/errors'
import type { Deps } from '../../deps'
import { mount } from '../../http/mount'
import { findItemRow } from '../items/item-queries'
import { listItemPurchases, listPurchases } from './purchase-queries'
import { askToCancel, changePurchaseStatus, openOrderPayment, placeOrder, sayArrival } from './purchase-service'

/** Orders: placed, paid, moved, listed. */
export function purchaseRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.purchaseItem, async ({ user, params, body }) => ({
    body: await placeOrder(deps, user, params.id, body),
  }))

  mount(app, deps, endpoints.purchasePayment, async ({ user, params }) => ({
    body: await openOrderPayment(deps, user, params.id),
  }))

  mount(app, deps, endpoints.itemPurchases, async ({ user, params }) => {
    const item = await findItemRow(deps.db, params.id)
    if (!item) throw new Refusal('item_not_found')
    if (item.userId !== user.id) throw new Refusal('forbidden')
    return { body: await listItemPurchases(deps.db, item.id, user.id) }
  })

  mount(app, deps, endpoints.userPurchases, async ({ user, params }) => {
    if (params.id !== user.id) throw new Refusal('forbidden')
    return { body: await listPurchases(deps.db, user.id) }
  })

  mount(app, deps, endpoints.changePurchaseStatus, ({ user, params, body, receipt }) =>
    changePurchaseStatus(deps, user, params.id, body, receipt),
  )

  mount(app, deps, endpoints.sayArrival, ({ user, params, body, receipt }) =>
    sayArrival(deps, user, params.id, body.arrived, receipt),
  )

  mount(app, deps, endpoints.askToCancel, ({ user, params, body, receipt }) =>
    askToCancel(deps, user, params.id, body, receipt),
  )
}
