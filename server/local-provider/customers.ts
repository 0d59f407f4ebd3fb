import { newId, randomText } from './ids'
import { datedPaging, listPage, paging } from './lists'
import { changeMetadata, metadata } from './metadata'
import type { Customer } from './objects/customer-object'
import { clearable, group, oneOf, text } from './parameters'
import { missing } from './provider-error'
import type { Route } from './route'
import { route } from './route'
import { wire } from './wire'
import type { Work } from './work'

const FIELDS = {
  description: clearable(),
  email: clearable(512),
  invoice_settings: group({ default_payment_method: clearable() }),
  metadata,
  name: clearable(256),
  phone: clearable(20),
}

function newCustomer(created: number): Customer {
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
    email: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  }
}

interface CustomerChange {
  description?: string | null
  email?: string | null
  invoice_settings?: { default_payment_method?: string | null }
  metadata?: Parameters<typeof changeMetadata>[1]
  name?: string | null
  phone?: string | null
}

async function change(work: Work, customer: Customer, params: CustomerChange): Promise<void> {
  const { invoice_settings: settings, metadata: metadataChange, description, email, name, phone } = params
  const given = Object.entries({ description, email, name, phone }).filter(([, value]) => value !== undefined)
  Object.assign(customer, Object.fromEntries(given))
  customer.metadata = changeMetadata(customer.metadata, metadataChange)
  if (settings?.default_payment_method !== undefined) {
    await setDefaultCard(work, customer, settings.default_payment_method)
  }
}

async function setDefaultCard(work: Work, customer: Customer, id: string | null): Promise<void> {
  if (id !== null) {
    const card = await work.require('payment_method', id, 'invoice_settings[default_payment_method]')
    if (card.customer !== customer.id) throw missing('PaymentMethod', id, 'invoice_settings[default_payment_method]')
  }
  customer.invoice_settings = { ...customer.invoice_settings, default_payment_method: id }
}

export const customerRoutes: Route[] = [
  route('POST', '/v1/customers', FIELDS, async ({ work, params }) => {
    const customer = work.add(newCustomer(work.now))
    await change(work, customer, params)
    work.emit('customer.created', customer)
    return wire(customer)
  }),
  route('GET', '/v1/customers', { ...datedPaging, email: text() }, ({ work, params }) =>
    listPage(work, 'customer', '/v1/customers', params, { email: params.email }),
  ),
  route('GET', '/v1/customers/:id', {}, async ({ work, id }) => wire(await work.require('customer', id))),
  route('POST', '/v1/customers/:id', FIELDS, async ({ work, id, params }) => {
    const customer = await work.require('customer', id)
    await change(work, customer, params)
    work.emit('customer.updated', customer)
    return wire(customer)
  }),
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
