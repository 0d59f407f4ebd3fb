import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import type { Item } from '#schema/made-to-order'
import type { Message } from '#schema/message'
import type { Purchase, PurchaseStatus } from '#schema/purchase'
import type { CurrentUser } from '#schema/user'
import type { Kit } from './fixtures'
import type { Person } from './person'
import { CARDS, saveCard } from './provider'
import { daysAhead } from './rentals'

/** $48.00, made in ten days, with a name that has to be given and an ink that can. */
export async function postItem(kit: Kit, maker: Person): Promise<Item> {
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
    deliveryAddress: {
      name: 'Ana Ruiz',
      street: '1 Main Street',
      city: 'New York',
      state: 'NY',
      zipCode: '10001',
    },
    customizations: { Names: 'Ana, Ben, Chiara', Ink: 'Plum' },
    note: 'The doorman takes parcels.',
    clientId: randomUUID(),
    ...needBy,
  })
  expect(purchase.status).toBe('paid')
  return purchase
}

/** An order as its buyer's devices will show it. */
export async function orderOfBuyer(kit: Kit, buyer: Person, { id }: Pick<Purchase, 'id'>): Promise<Purchase> {
  const api = kit.api(buyer)
  const me = await api.get<CurrentUser>('/api/user')
  const found = (await api.get<Purchase[]>(`/api/users/${me.id}/purchases`)).find((order) => order.id === id)
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
