import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Item, NewItem } from '#schema/made-to-order'
import type { Message } from '#schema/message'
import type { Purchase, PurchaseStatus } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import type { Kit } from './fixtures'
import type { Person } from './person'
import { CARDS, saveCard } from './provider'
import { daysAhead } from './rentals'

export const DELIVERY_ADDRESS = {
  name: 'Ana Ruiz',
  street: '1 Main Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10001',
}

/** $48.00, made in ten days, with a name that has to be given and an ink that can, unless said otherwise. */
export async function postItem(kit: Kit, maker: Person, overrides: Partial<NewItem> = {}): Promise<Item> {
  const api = kit.api(maker)
  const [photographed] = await api.get<Item[]>('/api/made-to-order')
  return api.post<Item>('/api/made-to-order', {
    title: `Place cards ${randomUUID().slice(0, 8)}`,
    description: 'Thick cotton paper, lettered by hand.',
    price: 4800,
    category: 'stationery',
    mainImage: photographed?.mainImage,
    images: [photographed?.mainImage],
    leadTimeInDays: 10,
    customizationOptions: [
      { name: 'Names', type: 'text', required: true },
      { name: 'Ink', type: 'color', options: ['Sage #9CAF88', 'Plum'] },
    ],
    ...overrides,
  })
}

/** Somebody new with a card. */
export async function newBuyer(kit: Kit): Promise<Person> {
  const buyer = await kit.newcomer()
  await saveCard(kit, buyer, CARDS.visa)
  return buyer
}

/** A paid order, needed in `needIn` days where that is given. */
export async function buyItem(kit: Kit, buyer: Person, { id }: Item, needIn?: number): Promise<Purchase> {
  const needBy = needIn === undefined ? {} : { needBy: daysAhead(needIn).startDate, askedMaker: true }
  const { purchase } = await kit.api(buyer).post<{ purchase: Purchase }>(`/api/made-to-order/${id}/purchase`, {
    deliveryAddress: DELIVERY_ADDRESS,
    customizations: { Names: 'Ana, Ben, Chiara', Ink: 'Plum' },
    note: 'The doorman takes parcels.',
    clientId: randomUUID(),
    ...needBy,
  })
  expect(purchase.status).toBe('paid')
  return purchase
}

/** A buyer's orders as their devices will show them. */
export async function ordersOf(kit: Kit, buyer: Person): Promise<Purchase[]> {
  const { id } = await kit.api(buyer).get<CurrentUser>('/api/user')
  return kit.api(buyer).get<Purchase[]>(`/api/users/${id}/purchases`)
}

export async function orderOfBuyer(kit: Kit, buyer: Person, { id }: Pick<Purchase, 'id'>): Promise<Purchase> {
  const found = (await ordersOf(kit, buyer)).find((order) => order.id === id)
  if (!found) throw new Error(`There is no order ${id}`)
  return found
}

/** The seller moves an order, from elsewhere. */
export function moveOrder(kit: Kit, maker: Person, { id }: Pick<Purchase, 'id'>, status: PurchaseStatus) {
  return kit.api(maker).post<Purchase>(`/api/purchases/${id}/status`, { status })
}

/** Writes into the thread of an order, from elsewhere. */
export function writeAbout(kit: Kit, person: Person, { id }: Pick<Purchase, 'id'>, content: string): Promise<Message> {
  return kit.api(person).post(`/api/purchases/${id}/messages`, { content, clientId: randomUUID() })
}
