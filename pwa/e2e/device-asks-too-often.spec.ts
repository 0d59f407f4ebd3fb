import type { PostView } from '#schema/inspiration'
import { readyForNoSignal, STILL_WAITING } from './connection'
import { answeredWith, expect, type Kit, NETWORK_ERRORS, test } from './fixtures'
import { fromSomewhere, type Person } from './person'

const PUSH = '/api/sync/push'
const AT_ONCE = 10
const POSTS_A_ROUND = 3

/** Some program uses all of a person's requests of one kind, over and over, until it is told to end. */
function useUp(kit: Kit, person: Person): { isLimited: Promise<void>; end(): Promise<void> } {
  const api = kit.api(person)
  let tellLimited = () => {}
  const isLimited = new Promise<void>((resolve) => {
    tellLimited = resolve
  })
  let isOver = false
  const ask = async () => {
    while (!isOver) {
      const body = { writes: [{ key: 'nobody-has-this-post', call: 'likePost', id: 999_999 }] }
      await api.post(PUSH, body, fromSomewhere()).catch(tellLimited)
    }
  }
  const asking = Promise.all(Array.from({ length: AT_ONCE }, ask))
  return {
    isLimited,
    async end() {
      isOver = true
      await asking
    },
  }
}

test('a device that is told to wait goes on by itself, and everything is sent once', { tag: '@phone' }, async ({
  kit,
}) => {
  test.slow()
  const person = await kit.newcomer()
  const { page } = person
  const feed = () => kit.api(person).get<PostView[]>('/api/inspiration?limit=12')
  const posts = await feed()
  await page.goto('/inspiration')
  await readyForNoSignal(page)
  kit.allowErrors(NETWORK_ERRORS, answeredWith(429), STILL_WAITING)

  const answers = () => kit.proxy.arrivals('POST', PUSH).flatMap(({ serverStatuses }) => serverStatuses)
  const program = useUp(kit, person)
  await program.isLimited
  let liked = 0
  // Now and then the device may be quicker than the program; then it likes some more.
  while (!answers().includes(429)) {
    const before = answers().length
    await kit.proxy.mode({ kind: 'refuse' })
    for (const { title } of posts.slice(liked, liked + POSTS_A_ROUND)) {
      const button = page
        .getByRole('article')
        .filter({ hasText: title })
        .getByRole('button', { name: /^Like / })
      await button.click()
      await expect(button).toHaveAttribute('aria-pressed', 'true')
    }
    liked += POSTS_A_ROUND
    await kit.proxy.reset()
    await expect.poll(() => answers().length, { timeout: 30_000 }).toBeGreaterThan(before)
  }
  await program.end()

  const expected = posts.map(({ id, likeCount }, nth) => [id, likeCount + (nth < liked ? 1 : 0), nth < liked])
  const found = async () => (await feed()).map((post) => [post.id, post.likeCount, post.isLikedByCurrentUser])
  await expect.poll(found, { timeout: 60_000 }).toEqual(expected)
  await expect(page.getByRole('link', { name: 'Synced' })).toBeVisible()
  expect(answers().filter((status) => status === 200)).toHaveLength(liked / POSTS_A_ROUND)
})
