import type { DatabaseSource } from '../db/database-source'
import type { SnapshotCut, SnapshotOrder } from './cut-snapshot'
import type { SnapshotDone, SnapshotTask } from './snapshot-worker'

const SCRIPT = new URL('./snapshot-worker.ts', import.meta.url).href
/** A thread that has nothing to do gives its memory back. A crowd of new devices asks for a build every half minute. */
const IDLE_MS = 90_000
/** A build of 100,000 rows takes some ten seconds. */
const PATIENCE_MS = 60_000

/** It does not keep the process alive. */
const THREAD = { type: 'module', ref: false } as const

export interface SnapshotThread {
  /** Builds one after another. Rejects when the thread fails, ends, takes too long or is closed. */
  cut(order: SnapshotOrder): Promise<SnapshotCut>
  isRunning(): boolean
  /** Lets a build that is under way come to its end. */
  close(): Promise<void>
}

/** A thread that builds the snapshots of the database at `source`. It begins with the first build, and anew after a failure. */
export function openSnapshotThread(
  source: DatabaseSource,
  { script = SCRIPT, idleMs = IDLE_MS, patienceMs = PATIENCE_MS } = {},
): SnapshotThread {
  let worker: Worker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let isClosed = false
  /** The build that is under way. */
  let build: PromiseWithResolvers<SnapshotCut> | undefined

  const end = () => {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  function start(): Worker {
    const started = new Worker(script, THREAD)
    // A thread that was given up has nothing more to say about the build of another one.
    const isCurrent = () => started === worker
    const fail = (words: string) => {
      if (!isCurrent()) return
      worker = undefined
      build?.reject(new Error(words))
    }
    started.onmessage = ({ data }: MessageEvent<SnapshotDone>) => {
      if (!isCurrent()) return
      if ('cut' in data) build?.resolve(data.cut)
      else build?.reject(new Error(data.failed))
    }
    started.onerror = (event) => {
      event.preventDefault()
      started.terminate()
      fail(event.message)
    }
    started.addEventListener('close', () => fail('The thread ended'))
    return started
  }

  async function ask(task: SnapshotTask): Promise<SnapshotCut> {
    clearTimeout(idle)
    const asked = Promise.withResolvers<SnapshotCut>()
    build = asked
    const words = `The build was not done after ${patienceMs} ms`
    const patience = setTimeout(() => asked.reject(new Error(words)), patienceMs)
    try {
      worker ??= start()
      worker.postMessage(task)
      const cut = await asked.promise
      idle = setTimeout(end, idleMs)
      idle.unref()
      return cut
    } catch (error) {
      end()
      throw error
    } finally {
      clearTimeout(patience)
      build = undefined
    }
  }

  return {
    cut(order) {
      const turn = tail.then(() => {
        if (isClosed) throw new Error('The thread is closed')
        return ask({ source, ...order })
      })
      tail = turn.catch(() => undefined)
      return turn
    },
    isRunning: () => worker !== undefined,
    async close() {
      const underWay = tail
      isClosed = true
      await underWay
      end()
    },
  }
}
