import { randomUUID } from 'node:crypto'
import type { Board } from '#schema/inspiration'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, test } from './fixtures'

const NAME = 'One board too many'

test('what is beyond the limit of a day waits in the outbox, which says until when', { tag: '@phone' }, async ({
  kit,
}) => {
  const person = await kit.newcomer()
  const { page } = person
  const api = kit.api(person)
  const boards = () => api.get<Board[]>('/api/user/boards')
  await page.goto('/inspiration?tab=saved')
  await readyForNoSignal(page)
  kit.allowErrors(answeredWith(429), STILL_WAITING)

  await test.step('some program makes as many boards as a new account may make in a day', async () => {
    let isFull = false
    while (!isFull) {
      const make = () => api.post(`/api/user/boards/${randomUUID()}`, { name: 'Made by a program' })
      await make().catch((error: Error) => {
        expect(error.message).toContain('"daily_limit"')
        isFull = true
      })
    }
  })
  const made = (await boards()).length
  const asked = () => kit.proxy.arrivals('POST', /^\/api\/user\/boards\//)

  await test.step('one more is written in the app: it is kept, and the outbox says why it waits', async () => {
    await page.getByRole('button', { name: 'New board' }).click()
    const dialog = page.getByRole('dialog', { name: 'New board' })
    await dialog.getByLabel('Name').fill(NAME)
    await dialog.getByRole('button', { name: 'Make board' }).click()
    await expect(page.getByText('Nothing on this board yet')).toBeVisible()
    await page.goto('/outbox')
    await expect(page.getByText('Waiting until more can be sent')).toBeVisible()
    await expect(
      page.getByText(/^The limit for one day is \d+ boards. The next board can be sent on \w+day, /),
    ).toBeVisible()
    await expect(page.getByText(NAME)).toBeVisible()
  })

  await test.step('looking at it again does not ask the server again, and other writes are sent', async () => {
    const before = asked().length
    await page.reload()
    await expect(page.getByText('Waiting until more can be sent')).toBeVisible()
    await page.goto('/inspiration')
    const like = page
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Like / })
    await like.click()
    await expect.poll(() => kit.proxy.delivered('POST', /^\/api\/inspiration\/\d+\/like$/)).toBe(1)
    expect(asked()).toHaveLength(before)
    expect(await boards()).toHaveLength(made)
  })
})
