import { datedPaging, listPage } from './lists'
import { text } from './parameters'
import type { Route } from './route'
import { route } from './route'

export const chargeRoutes: Route[] = [
  route(
    'GET',
    '/v1/charges',
    { ...datedPaging, customer: text(), payment_intent: text(), transfer_group: text() },
    ({ work, params: { customer, payment_intent, transfer_group, ...params } }) =>
      listPage(work, 'charge', '/v1/charges', params, { customer, payment_intent, transfer_group }),
  ),
]
