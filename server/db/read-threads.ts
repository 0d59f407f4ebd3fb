import { availableParallelism } from 'node:os'
import { openThread, type Thread } from '../thread'
import type { ReadRow } from './client'
import type { ReadTask } from './read-worker'
import type { Statement } from './steps'

const SCRIPT = new URL('./read-worker.ts', import.meta.url).href
/** A search takes some milliseconds, the longest ones seconds. */
const PATIENCE_MS = 30_000
/** One core is left to the requests. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1))

interface Reader extends Thread<ReadTask, ReadRow[][]> {
  /** Reads that wait or are under way. */
  waiting: number
}

/** The files of all markets of a process are read by the same threads. */
const readers: Reader[] = Array.from({ length: THREADS }, () => ({
  ...openThread<ReadTask, ReadRow[][]>({ script: SCRIPT, patienceMs: PATIENCE_MS }),
  waiting: 0,
}))

/** Long reads of one file. */
export interface LongReads {
  /** Reads in one snapshot, on a thread that has the least to do. @returns the rows of each statement, by column */
  read(statements: Statement[]): Promise<ReadRow[][]>
  /** Waits for the reads under way and lets the file go. */
  close(): Promise<void>
}

/** Long reads of the file at `url`. Threads begin with the first read of the process. */
export function openLongReads(url: string): LongReads {
  const used = new Set<Reader>()
  let isClosed = false

  async function ask(reader: Reader, statements: Statement[] | null): Promise<ReadRow[][]> {
    reader.waiting++
    used.add(reader)
    try {
      return await reader.ask({ url, statements })
    } finally {
      reader.waiting--
    }
  }

  return {
    async read(statements) {
      if (isClosed) throw new Error('The database is closed')
      const found = await ask(leastBusy(), statements)
      // Threads that answer at once would keep the loop from all else.
      await new Promise((resolve) => setImmediate(resolve))
      return found
    },
    async close() {
      isClosed = true
      await Promise.all([...used].map((reader) => ask(reader, null).catch(() => [])))
    },
  }
}

const leastBusy = () => readers.reduce((least, reader) => (reader.waiting < least.waiting ? reader : least))
