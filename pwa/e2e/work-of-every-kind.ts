import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Booking } from '#schema/booking'
import type { Post } from '#schema/inspiration'
import type { Listing } from '#schema/listing'
import type { Item } from '#schema/made-to-order'
import type { PublicReview } from '#schema/review'
import type { CurrentUser } from '#schema/user'
import { laneOf, type MutationName, type MutationPayload, photosOf } from '../disk/mutations'
import { tablesOf } from './device-storage'
import type { Kit } from './fixtures'
import { buyItem, newBuyer, postItem } from './orders'
import type { Person } from './person'
import { POST_PHOTO } from './posts'
import { CARDS, saveCard } from './provider'
import { daysAhead } from './rentals'

const ORDER_PER_MS = 1000

/** One write of every kind that may wait for a connection, of the maker, about things that there are. */
export type Work = { [Name in MutationName]: MutationPayload<Name> }

/** Arranges what the writes are about. Nothing of them has been written yet. */
export async function planWork(kit: Kit, maker: Person, mark: string): Promise<Work> {
  const api = kit.api(maker)
  const me = await api.get<CurrentUser>('/api/user')
  const bookings = await api.get<Booking[]>(`/api/users/${me.id}/listings/bookings`)
  const bookingOf = (status: Booking['status']) => {
    const found = bookings.find((booking) => booking.status === status)
    if (!found) throw new Error(`The maker has no ${status} offer`)
    return found.id
  }
  const [listing, shown, deleted] = await own<Listing>(`/api/users/${me.id}/listings`)
  const [post, removed] = await own<Post>(`/api/users/${me.id}/inspiration`)
  const [item, paused, archived] = await own<Item>(`/api/users/${me.id}/made-to-order`)
  const [liked] = (await api.get<Post[]>('/api/inspiration')).filter(({ userId }) => userId !== me.id)
  const block = await api.post<{ id: number }>(`/api/users/${me.id}/blocked-dates`, {
    ...daysAhead(80, 81),
    reason: 'A fair',
    clientId: randomUUID(),
  })
  const buyer = await newBuyer(kit)
  await saveCard(kit, maker, CARDS.visa)
  const sold = await buyItem(kit, buyer, await postItem(kit, maker))
  const bought = await buyItem(kit, maker, await postItem(kit, buyer))
  const [delivered, reviewed] = [await deliver(), await deliver()]
  await kit.api(buyer).post(`/api/purchases/${reviewed}/review`, { stars: 4 })
  await api.post(`/api/purchases/${reviewed}/review`, { stars: 5 })
  const [review] = await api.get<PublicReview[]>(`/api/reviews?person=${me.id}&limit=1`)
  const stranger = await kit.newcomer()
  const { id: strangerId } = await kit.api(stranger).get<CurrentUser>('/api/user')
  const asked = await postItem(kit, buyer)
  const { questionId } = await kit
    .api(stranger)
    .post<{ questionId: number }>('/api/questions', { content: 'Is there a ramp?', listingId: listing.id })
  const [board, given, draft, dropped, photo, other] = Array.from({ length: 6 }, () => randomUUID()) as [
    string,
    ...string[],
  ]

  /** An order of the maker's that has arrived. @returns its number */
  async function deliver(): Promise<number> {
    const { id } = await buyItem(kit, buyer, await postItem(kit, maker))
    await api.post(`/api/purchases/${id}/status`, { status: 'delivered' })
    return id
  }
  async function own<Thing>(path: string): Promise<[Thing, Thing, Thing]> {
    return (await api.get<Thing[]>(path)) as [Thing, Thing, Thing]
  }
  const typed = (value: unknown) => ({ value, at: new Date().toISOString(), by: randomUUID(), base: null })
  await api.post(`/api/user/boards/${given}`, { name: 'Given up', eventDate: null })
  await api.post(`/api/user/drafts/${dropped}`, { kind: 'listing', fields: { title: typed('Given up') } })

  const now = new Date().toISOString()
  const words = (what: string) => `${mark} ${what}`
  const photos = [photo, other].map((blobId = '') => ({ photo: { blobId }, alt: 'A table in blush' }))
  const listingWords = {
    ...{ description: words('of a listing'), price: '12.50', category: 'tableware' as const },
    ...{ terms: '', quantity: 4, cancellationPreset: 'standard' as const, pickupNote: null, photos },
  }
  const itemWords = {
    ...{ description: words('of an item'), price: 4_800, category: 'stationery' as const },
    ...{ customizationOptions: [], leadTimeInDays: 7, terms: 'Custom orders are final sale.', photos },
  }
  const postWords = { description: null, alt: 'A table in blush', tags: ['blush'], links: [] }
  const message = (what: string) => ({ content: words(what), clientId: randomUUID(), composedAt: now })
  return {
    'photo.upload': { blobId: photo ?? '' },
    'message.send': { bookingId: bookingOf('paid'), ...message('message') },
    'message.order': { purchaseId: sold.id, ...message('about an order') },
    'question.ask': { about: 'item', id: asked.id, other: 'the maker', title: 'Place cards', ...message('question') },
    'question.message': { questionId, ...message('answer to a question') },
    'purchase.status': { purchaseId: sold.id, status: 'processing', trackingNote: words('on its way'), seen: 'paid' },
    'purchase.askCancel': { purchaseId: bought.id },
    'post.like': { postId: liked?.id ?? 0, on: true, pressedAt: now },
    'post.save': { postId: liked?.id ?? 0, on: true, pressedAt: now },
    'booking.decline': { bookingId: bookingOf('pending') },
    'post.create': { ...postWords, title: words('post'), photo: { blobId: photo ?? '' }, clientId: randomUUID() },
    'post.change': {
      ...{ ...postWords, title: words('changed post'), photo: { blobId: photo ?? '' } },
      ...{ postKey: String(post.id), postId: post.id },
    },
    'post.delete': { postKey: String(removed.id), postId: removed.id },
    'listing.create': { ...listingWords, title: words('listing'), clientId: randomUUID() },
    'listing.change': {
      ...{ ...listingWords, title: words('changed listing') },
      ...{ listingKey: String(listing.id), listingId: listing.id },
    },
    'listing.show': { listingKey: String(shown.id), listingId: shown.id, available: false },
    'listing.delete': { listingKey: String(deleted.id), listingId: deleted.id },
    'item.create': { ...itemWords, title: words('item'), clientId: randomUUID() },
    'item.change': {
      ...{ ...itemWords, title: words('changed item') },
      ...{ itemKey: String(item.id), itemId: item.id },
    },
    'item.pause': { itemKey: String(paused.id), itemId: paused.id, until: daysAhead(30).startDate },
    'item.archive': { itemKey: String(archived.id), itemId: archived.id, archived: true },
    'draft.save': {
      key: draft ?? '',
      kind: 'listing',
      fields: { title: typed(words('draft')), photos: typed(photos) },
    },
    'draft.drop': { key: dropped ?? '' },
    'handover.put': {
      ...{ bookingId: bookingOf('paid'), moment: 'pickup', checks: ['counted'], composedAt: now },
      ...{ photos: [{ blobId: photo ?? '' }], note: words('hand-over') },
    },
    'review.put': { about: 'order', id: delivered, stars: 5, points: [], content: words('review') },
    'review.answer': { about: 'order', id: reviewed, reviewId: review?.id ?? 0, content: words('answer') },
    'person.block': { personId: strangerId, username: stranger.name, on: true },
    'report.put': {
      ...{ kind: 'person', id: strangerId, reason: 'other', words: words('report') },
      ...{ title: stranger.name, from: `/profile/${strangerId}` },
    },
    'blocked.add': { ...daysAhead(70, 71), reason: words('holiday'), userId: me.id, clientId: randomUUID() },
    'blocked.remove': { userId: me.id, blockId: block.id },
    'profile.save': { description: words('profile') },
    'address.save': { street: `${mark} Street 1`, city: 'Brooklyn', state: 'NY', zipCode: '11215' },
    'board.put': { key: board, name: words('board'), eventDate: null },
    'board.pin': { key: board, postId: liked?.id ?? 0, on: true },
    'board.thing': { key: board, thing: { kind: 'listing', id: shown.id, pieces: 40 } },
    'board.delete': { key: given ?? '' },
  }
}

/** The idempotency keys of everything that waits on this device, read from the disk. */
export async function waitingKeys(page: Page): Promise<string[]> {
  const tables = await tablesOf(page, 'outbox')
  const rows = tables.filter(({ database }) => /^trestle-[0-9a-f-]{73}$/.test(database)).flatMap((table) => table.rows)
  return rows.map((row) => (JSON.parse(row) as { opId: string }).opId)
}

/**
 * Writes all of it down on the maker's device as if it had been pressed there without a connection.
 * @param bare a page of the origin without the app
 * @returns the kinds by their idempotency keys
 */
export async function leaveWaiting(bare: Page, userId: number, work: Work): Promise<Map<string, MutationName>> {
  const now = Date.now()
  const entries = Object.entries(work) as { [Name in MutationName]: [Name, MutationPayload<Name>] }[MutationName][]
  const blobIds = new Set(entries.flatMap(([kind, payload]) => photosOf(kind, payload as never)))
  const uploads = [...blobIds].map((blobId) => ['photo.upload', { blobId }] as const)
  const writes = [...uploads, ...entries.filter(([kind]) => kind !== 'photo.upload')]
  const items = writes.map(([kind, payload], nth) => ({
    ...{ opId: randomUUID(), userId, kind, payload, lane: laneOf(kind, payload as never), state: 'queued' },
    ...{ order: now * ORDER_PER_MS + nth, composedAt: new Date(now).toISOString(), attempts: 0, readyAt: 0 },
    ...{ everSent: false, ackSeq: null, ackEpoch: null, error: null },
  }))
  const photo = (await readFile(POST_PHOTO)).toString('base64')
  await bare.evaluate(
    async ({ rows, ids, bytes }) => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      const name = names.find((one) => /^trestle-[0-9a-f-]{73}$/.test(one)) ?? ''
      const identity = { lifeId: name.slice(8, 44), accountId: name.slice(45) }
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onsuccess = () => resolve(opening.result)
        opening.onerror = () => reject(opening.error)
      })
      const writing = db.transaction(['outbox', 'blobs'], 'readwrite')
      const file = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)).buffer
      const size = { type: 'image/jpeg', width: 1200, height: 900, createdAt: new Date().toISOString(), url: null }
      for (const blobId of ids) writing.objectStore('blobs').put({ blobId, bytes: file, ...size })
      for (const row of rows) writing.objectStore('outbox').put({ ...row, identity })
      await new Promise((resolve, reject) => {
        writing.oncomplete = resolve
        writing.onabort = reject
      })
      db.close()
    },
    { rows: items, ids: [...blobIds], bytes: photo },
  )
  return new Map(items.map(({ opId, kind }) => [opId, kind]))
}
