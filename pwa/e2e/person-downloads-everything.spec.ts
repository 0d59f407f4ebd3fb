import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Post } from '#schema/inspiration'
import type { QuestionMessage } from '#schema/message'
import type { CurrentUser } from '#schema/user'
import { expect, test } from './fixtures'
import { DEMO_PASSWORD } from './person'
import { answer, becomeOwner, daysAhead, makeOffer, newOwner, newRenter, postListing } from './rentals'

type Row = Record<string, unknown>

test('everything that a person has written comes in one file, each thing of it', async ({ kit }) => {
  const owner = await newOwner(kit)
  const [rented, asked] = [await postListing(kit, owner), await postListing(kit, owner)]
  const person = await newRenter(kit, 'visa')
  const { page, name } = person
  const offer = await makeOffer(kit, person, rented, { ...daysAhead(2, 4), note: 'For a garden party' })
  await answer(kit, owner, offer, 'approved')
  await becomeOwner(kit, person, { street: '9 Zip Lane' })
  const own = await postListing(kit, person)

  const api = kit.api(person)
  const { id: userId } = await api.get<CurrentUser>('/api/user')
  await api.post(`/api/bookings/${offer.id}/messages`, { content: 'Is noon fine?' })
  const question = await api.post<QuestionMessage>('/api/questions', {
    listingId: asked.id,
    content: 'Is there a ramp?',
  })
  const { mainImage: imageUrl } = own
  const post = await api.post<Post>('/api/inspiration', { title: 'A copper evening', imageUrl, tags: ['copper'] })
  await api.post(`/api/inspiration/${post.id}/like`)
  const board = randomUUID()
  await api.post(`/api/user/boards/${board}`, { name: 'Our wedding', place: 'The barn', guests: 60 })
  await api.post(`/api/user/boards/${board}/posts/${post.id}`)
  await api.post(`/api/user/boards/${board}/things/listing/${asked.id}`, { pieces: 12 })
  await api.post('/api/reports', { kind: 'listing', id: asked.id, reason: 'scam', words: 'Those are photos of a shop' })
  await api.post(`/api/users/${userId}/blocked-dates`, { ...daysAhead(30, 31), reason: 'Away' })
  await api.post(`/api/users/${asked.userId}/block`)

  await page.goto('/settings?tab=account')
  const password = page.getByLabel('Your password for the download', { exact: true })
  await password.fill(DEMO_PASSWORD)
  const downloading = page.waitForEvent('download')
  await password.press('Enter')
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^trestle-.+\.zip$/)
  const files = unzipSync(await readFile(await download.path()))
  const rows = (table: string): Row[] => JSON.parse(strFromU8(files[`data/${table}.json`] ?? new Uint8Array()))

  expect(rows('users')).toMatchObject([{ id: userId, username: name, street: '9 Zip Lane' }])
  expect(rows('bookings')).toMatchObject([{ id: offer.id, listing_title: rented.title, note: 'For a garden party' }])
  expect(rows('booking_history').map(({ status }) => status)).toContain('paid')
  expect(rows('listings')).toMatchObject([{ id: own.id, title: own.title }])
  expect(rows('messages')).toMatchObject([{ content: 'Is noon fine?', sender_id: userId }])
  expect(rows('questions')).toMatchObject([{ id: question.questionId, listing_id: asked.id }])
  expect(rows('question_messages')).toMatchObject([{ content: 'Is there a ramp?' }])
  expect(rows('inspiration_posts')).toMatchObject([{ id: post.id, title: 'A copper evening', tags: ['copper'] }])
  expect(rows('post_marks')).toMatchObject([{ post_id: post.id }])
  expect(rows('boards')).toMatchObject([{ key: board, name: 'Our wedding', place: 'The barn', guests: 60 }])
  expect(rows('board_posts')).toMatchObject([{ board_key: board, post_id: post.id }])
  expect(rows('board_things')).toMatchObject([{ board_key: board, kind: 'listing', thing_id: asked.id, pieces: 12 }])
  expect(rows('reports')).toMatchObject([{ subject_id: asked.id, words: 'Those are photos of a shop' }])
  expect(rows('user_blocked_dates')).toMatchObject([{ reason: 'Away' }])
  expect(rows('person_blocks')).toMatchObject([{ blocked_id: asked.userId }])
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('photos/')
})
