import Dexie from 'dexie'
import type { LocalDb } from '../disk/local-db'

/** A way to the disk on which every transaction waits until it is let through, with those inside it. */
export interface HeldDisk {
  /** How many transactions wait. */
  waiting(): Promise<number>
  /** Lets the next one through; a page that is `gone` does not hear of it. */
  next(page?: 'gone'): Promise<void>
  /** Lets everything through until `work` is done, or until nothing waits. */
  all<Value>(work?: Promise<Value>): Promise<void>
  /** Resolves when one waits. */
  arrival(): Promise<void>
  /** Refuses what is let through from now on, or takes it again. */
  setFull(isFull: boolean): void
}

/** Everything that follows without the disk has followed. */
const turn = () => new Promise((resolve) => setTimeout(resolve))

export function holdBack(db: LocalDb): HeldDisk {
  const line: ((isHeard: boolean) => Promise<void>)[] = []
  const run = db.transaction.bind(db) as (...parts: unknown[]) => Promise<unknown>
  let isFull = false
  const held = (...parts: unknown[]) => {
    if (Dexie.currentTransaction) return run(...parts)
    return new Promise((resolve, reject) => {
      line.push(async (isHeard) => {
        const refuse = () => Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
        const done = isFull ? refuse() : run(...parts)
        await done.then(isHeard ? resolve : () => undefined, isHeard ? reject : () => undefined)
      })
    })
  }
  db.transaction = held as unknown as LocalDb['transaction']

  async function waiting(): Promise<number> {
    await turn()
    return line.length
  }
  async function next(page?: 'gone'): Promise<void> {
    await turn()
    await line.shift()?.(page !== 'gone')
    await turn()
  }
  return {
    waiting,
    next,
    async all(work) {
      let isDone = work === undefined
      const done = () => {
        isDone = true
      }
      work?.then(done, done)
      while ((await waiting()) > 0 || !isDone) await next()
    },
    async arrival() {
      while ((await waiting()) === 0);
    },
    setFull(next) {
      isFull = next
    },
  }
}
