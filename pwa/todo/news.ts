import type { LocalDb } from '../disk/local-db'
import { comparePlaces, type TodoPlace } from './todo-groups'

/** A change by others is news for so long, unless it needs its person. */
export const NEWS_DAYS = 14

/** An offer or an order that needs its person, or of which there is something to tell. */
export interface News {
  /** Names the offer or order: `booking:12`. */
  key: string
  place: TodoPlace
  /** Changes whenever there is something else to tell. */
  state: string
  /** Counts until it is done, seen or not. */
  stays?: boolean
  /** The screen on which it is, as a path of ours. */
  to: string
}

const seenKey = (key: string) => `seen:${key}`
const needOf = ({ place }: News) => (place.group === 'needs' ? place.at : '')
const markOf = (news: News) => `${news.state}|${needOf(news)}`

/** Something that has been seen is new again when it has changed, or begins to need its person. */
function isSeen(news: News, mark: unknown): boolean {
  if (news.stays || typeof mark !== 'string') return false
  return needOf(news) === '' ? mark.startsWith(`${news.state}|`) : mark === markOf(news)
}

/** The news that this person has not seen on this device, the most urgent first. */
export async function unseenNews(db: LocalDb, all: readonly News[]): Promise<News[]> {
  const marks = await db.meta.bulkGet(all.map(({ key }) => seenKey(key)))
  const unseen = all.filter((news, index) => !isSeen(news, marks[index]?.v))
  return unseen.toSorted((a, b) => compareNeeds(a, b) || comparePlaces(a.place, b.place))
}

const compareNeeds = (a: News, b: News) => Number(b.place.group === 'needs') - Number(a.place.group === 'needs')

/** These have been on a screen in front of their person; one read and at most one write, however many they are. */
export async function markNewsSeen(db: LocalDb, all: readonly News[]): Promise<void> {
  const marks = await db.meta.bulkGet(all.map(({ key }) => seenKey(key)))
  const fresh = all.filter((news, nth) => !isSeen(news, marks[nth]?.v))
  if (fresh.length > 0) await db.meta.bulkPut(fresh.map((news) => ({ k: seenKey(news.key), v: markOf(news) })))
}
