import { cp, rm } from 'node:fs/promises'
import { STILL_WAITING } from './connection'
import { answeredWith, expect, NETWORK_ERRORS, test } from './fixtures'
import { expectSent, findBooking, openThread, sentTexts, writeMessage } from './threads'
import { expectWorker } from './workers'

test('a server that was restored says what it has lost of one’s words, and gets them again', {
  tag: '@phone',
}, async ({ kit }) => {
  test.slow()
  kit.allowErrors(NETWORK_ERRORS, STILL_WAITING, answeredWith(409))
  const planner = await kit.newPerson('planner')
  const { page } = planner
  const { server } = kit
  const { id: bookingId } = await findBooking(kit.api(planner), 'pending')
  const text = `Shall we bring the ladder? ${Date.now()}`
  const sent = () => sentTexts(kit.api(planner), bookingId, [text])
  await openThread(page, bookingId)
  await expectWorker(page)
  const copy = `${server.dataDir}-copy`
  await server.stop()
  await cp(server.dataDir, copy, { recursive: true })
  await server.start()

  await writeMessage(page, text)
  await expectSent(page, [text])
  expect(await sent()).toEqual([text])
  // A device that has not pulled since would send its words again by itself.
  const pulled = page.waitForResponse((answer) => answer.url().endsWith('/api/sync/pull') && answer.ok())
  await page.goto('/outbox')
  await pulled
  const lately = page.getByRole('region', { name: 'Recently sent' })
  await expect(lately.getByRole('listitem').filter({ hasText: text })).toContainText('Sent')

  // The whole folder is restored, and nobody tells the server so.
  await server.stop()
  await rm(server.dataDir, { recursive: true })
  await cp(copy, server.dataDir, { recursive: true })
  await server.start()
  const lost = page.getByRole('region', { name: 'Needs you' }).getByRole('listitem')
  await expect(lost).toContainText(text)
  await expect(lost).toContainText('Lost by the server')
  await expect(lost).toContainText('The server was restored from an older copy since, and does not have it any more.')
  await expect(lately.getByRole('listitem').filter({ hasText: text })).toHaveCount(0)
  await expect(page.getByRole('link', { name: '1 needs you' })).toBeVisible()
  expect(await sent()).toEqual([])

  await lost.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(sent).toEqual([text])
  await openThread(page, bookingId)
  await expectSent(page, [text])
  expect(await sent()).toEqual([text])
})
