import type { TestPerson } from './sign-up'
import type { TestApp } from './test-app'
import { keepTestPhoto, testPhoto } from './test-photos'

export const DELIVERY_ADDRESS = {
  name: 'Ana Ruiz',
  street: '1 Main Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10001',
}

/** The body with which a maker posts place cards for $40, unless `changes` say otherwise. */
export const newItem = (changes: Record<string, unknown> = {}) => ({
  title: 'Hand-lettered place cards',
  description: 'Thick cotton paper.',
  mainImage: testPhoto('a'),
  images: [testPhoto('b')],
  price: 4000,
  category: 'stationery',
  ...changes,
})

/** @returns the id of the item */
export async function postItem(t: TestApp, maker: TestPerson, changes?: Record<string, unknown>): Promise<number> {
  await keepTestPhoto(t, maker, 'a', 'b')
  return (await t.call('POST', '/api/made-to-order', { as: maker.as, body: newItem(changes) })).body.id
}

/** Orders an item without wishes, unless `input` says otherwise. */
export function buyItem(t: TestApp, { as }: TestPerson, itemId: number, input: Record<string, unknown> = {}) {
  const body = { deliveryAddress: DELIVERY_ADDRESS, ...input }
  return t.call('POST', `/api/made-to-order/${itemId}/purchase`, { as, body })
}

/** @returns the id of the order */
export async function placeOrder(...order: Parameters<typeof buyItem>): Promise<number> {
  return (await buyItem(...order)).body.purchase.id
}

export function setOrderStatus(t: TestApp, { as }: TestPerson, id: number, status: string) {
  return t.call('POST', `/api/purchases/${id}/status`, { as, body: { status } })
}
