import { newId, randomText } from './ids'
import { datedPaging, listPage, paging } from './lists'
import { changeMetadata, metadata } from './metadata'
import type { Customer } from './objects/customer-object'
import type { Parsed } from './parameters'
import { clearable, oneOf, text } from './parameters'
import { missing } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { wire } from './wire'

const FIELDS = {
  email: clearable(512),
  metadata,
  name: clearable(256),
}

function newCustomer({ email, metadata: given, name }: Parsed<typeof FIELDS>, created: number): Customer {
  return {
    id: newId('cus_'),
    object: 'customer',
    address: null,
    balance: 0,
    created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    discount: null,
    email: email ?? null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: changeMetadata({}, given),
    name: name ?? null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', FIELDS, async ({ work, params }) => {
    const customer = work.add(newCustomer(params, work.now))
    work.emit('customer.created', customer)
    return wire(customer)
  }),
  route('GET', '/v1/customers', { ...datedPaging, email: text() }, ({ work, params }) =>
    listPage(work, 'customer', '/v1/customers', params, { email: params.email }),
  ),
  route('DELETE', '/v1/customers/:id', {}, async ({ work, id }) => {
    const customer = await work.require('customer', id)
    for (const card of await work.list('payment_method', { where: { customer: id }, limit: 100 })) card.customer = null
    await work.remove(id)
    work.emit('customer.deleted', customer)
    return { id, object: 'customer', deleted: true }
  }),
  route(
    'GET',
    '/v1/customers/:id/payment_methods',
    { ...paging, type: oneOf(['card']) },
    async ({ work, id, params }) => {
      await work.require('customer', id)
      const url = `/v1/customers/${id}/payment_methods`
      return listPage(work, 'payment_method', url, params, { customer: id })
    },
  ),
  route('GET', '/v1/customers/:id/payment_methods/:id', {}, async ({ work, id, innerId }) => {
    const card = await work.require('payment_method', innerId)
    if (card.customer !== id) throw missing('PaymentMethod', innerId)
    return wire(card)
  }),
]
