import type { Db } from '../db/client'
import type { Deps } from '../deps'
import { describeError } from './describe-error'

const underWay = new WeakMap<Db, Set<Promise<void>>>()

/** Lets work go on behind an answer. A fault of the work is logged; a timer does what is left. */
export function workBehindAnswer(deps: Deps, what: string, work: (deps: Deps) => Promise<unknown>): void {
  const works = underWay.get(deps.db) ?? new Set()
  underWay.set(deps.db, works)
  const done = work(deps)
    .catch((error) => deps.log({ level: 'error', what, ...describeError(error) }))
    .then(() => void works.delete(done))
  works.add(done)
}

/** Resolves when no work is under way behind an answer, as before the database is closed. */
export async function workBehindAnswersEnds({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const works = underWay.get(db); works && works.size > 0; ) await Promise.all(works)
}
