import type { PostLink } from '#schema/inspiration'
import { DAY, type DemoBasis, type DemoRows, type DemoUser, HOUR, minutesBefore } from './demo-basis'
import { postCopy } from './demo-copy'
import { getPhoto, photoUrl } from './demo-photos'
import { inMixedOrder } from './mixed-order'

const OLDEST_MINUTES = 110 * DAY
const NEWEST_MINUTES = 2 * HOUR
/** The likeliest post is liked by nearly half of all people, the least by a few. */
const MOST_LIKED = 0.45
const LEAST_LIKED = 0.06
const SAVED_PER_LIKED = 0.4

/** The inspiration feed, oldest first, with links to what is seen in the photos. */
export function postRows(
  basis: DemoBasis,
  people: DemoUser[],
  goods: Pick<DemoRows, 'listings' | 'madeToOrderItems'>,
): DemoRows['inspirationPosts'] {
  const posts = inMixedOrder(basis.dice, postCopy, ({ photo, tags }) => [tags[0] ?? '', photo])
  const authors = posts.flatMap((_, index) => (index % people.length === 0 ? basis.dice.shuffle(people) : []))
  const step = (OLDEST_MINUTES - NEWEST_MINUTES) / (posts.length - 1)
  return posts.map(({ about, photo, tags, title }, index) => {
    const { alt, height, tint, width } = getPhoto(basis.photos, photo)
    const imageUrl = photoUrl(basis.photos, photo)
    return {
      id: index + 1,
      userId: authors[index]?.id ?? 0,
      title,
      description: about,
      imageUrl,
      alt,
      shape: { width, height, tint },
      links: linksTo(goods, imageUrl),
      tags,
      createdAt: minutesBefore(basis.now, OLDEST_MINUTES - index * step),
    }
  })
}

/** Up to two rentals and one made-to-order item that are shown with the same photo. */
function linksTo(
  { listings, madeToOrderItems }: Pick<DemoRows, 'listings' | 'madeToOrderItems'>,
  url: string,
): PostLink[] {
  const isSeen = (thing: { mainImage: string; images: string[] }) => [thing.mainImage, ...thing.images].includes(url)
  return [
    ...listings
      .filter(isSeen)
      .slice(0, 2)
      .map(({ id }): PostLink => ({ kind: 'listing', id })),
    ...madeToOrderItems
      .filter(isSeen)
      .slice(0, 1)
      .map(({ id }): PostLink => ({ kind: 'item', id })),
  ]
}

/** Likes and saves; nobody marks their own post, and nobody before it was there. */
export function markRows(basis: DemoBasis, people: DemoUser[], posts: DemoRows['inspirationPosts']) {
  return posts.flatMap((post) => {
    const liking = LEAST_LIKED + (MOST_LIKED - LEAST_LIKED) * basis.dice.next() ** 2
    const viewers = people.filter((person) => person.id !== post.userId && person.createdAt < post.createdAt)
    return viewers.flatMap((person) => marksOf(basis, person.id, post, liking))
  })
}

function marksOf(
  { dice, now }: DemoBasis,
  userId: number,
  post: DemoRows['inspirationPosts'][number],
  liking: number,
): DemoRows['postMarks'] {
  const marks: DemoRows['postMarks'] = []
  const age = (now.getTime() - Date.parse(post.createdAt)) / 60_000
  for (const [kind, probability] of [
    ['like', liking],
    ['save', liking * SAVED_PER_LIKED],
  ] as const) {
    if (dice.chance(probability)) {
      marks.push({ kind, postId: post.id, userId, createdAt: minutesBefore(now, age * dice.next()) })
    }
  }
  return marks
}
