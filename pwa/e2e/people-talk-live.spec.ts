import { readyForNoSignal } from './connection'
import { expect, test } from './fixtures'
import { bubbles, findBookingWith, openThread, writeMessage } from './threads'

test('what is written on one phone stands on the other at once, in all its tabs', { tag: '@phone' }, async ({
  kit,
}) => {
  const [renter, owner] = [await kit.newPerson('planner'), await kit.newPerson('host')]
  const booking = await findBookingWith(kit.api(renter), kit.api(owner))
  await openThread(owner.page, booking.id)
  const second = await owner.context.newPage()
  await openThread(second, booking.id)
  for (const page of [owner.page, second]) await readyForNoSignal(page)
  await openThread(renter.page, booking.id)
  const text = `Are you there? ${Date.now()}`
  await writeMessage(renter.page, text)
  // Without the stream it would come with the next look, within a minute.
  for (const page of [owner.page, second]) await expect(bubbles(page, text)).toBeVisible({ timeout: 5_000 })
})
