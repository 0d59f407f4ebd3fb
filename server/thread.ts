/** It does not keep the process alive. */
const THREAD = { type: 'module', ref: false } as const

/** The reply of a thread to a task. */
export type ThreadAnswer<Answer> = { answer: Answer } | { failed: string }

/** A script on a thread of its own. It begins with the first task, and anew after a failure. */
export interface Thread<Task, Answer> {
  /** Does one task after another. Rejects when the thread fails, ends, takes too long or is closed. */
  ask(task: Task): Promise<Answer>
  isRunning(): boolean
  /** Lets a task that is under way come to its end. */
  close(): Promise<void>
}

export interface ThreadOptions {
  /** The address of the script. */
  script: string
  /** A thread that has had nothing to do for so long gives its memory back; never where this is left out. */
  idleMs?: number
  /** So long a task may take. */
  patienceMs: number
}

export function openThread<Task, Answer>({ script, idleMs, patienceMs }: ThreadOptions): Thread<Task, Answer> {
  let worker: Worker | undefined
  let idle: ReturnType<typeof setTimeout> | undefined
  let tail: Promise<unknown> = Promise.resolve()
  let isClosed = false
  /** The task that is under way. */
  let current: PromiseWithResolvers<Answer> | undefined

  const end = () => {
    clearTimeout(idle)
    worker?.terminate()
    worker = undefined
  }

  function start(): Worker {
    const started = new Worker(script, THREAD)
    // A thread that was given up has nothing more to say about the task of another one.
    const isCurrent = () => started === worker
    const fail = (words: string) => {
      if (!isCurrent()) return
      worker = undefined
      current?.reject(new Error(words))
    }
    started.onmessage = ({ data }: MessageEvent<ThreadAnswer<Answer>>) => {
      if (!isCurrent()) return
      if ('answer' in data) current?.resolve(data.answer)
      else current?.reject(new Error(data.failed))
    }
    started.onerror = (event) => {
      event.preventDefault()
      started.terminate()
      fail(event.message)
    }
    started.addEventListener('close', () => fail('The thread ended'))
    return started
  }

  async function askNow(task: Task): Promise<Answer> {
    clearTimeout(idle)
    const asked = Promise.withResolvers<Answer>()
    current = asked
    const words = `The thread was not done after ${patienceMs} ms`
    const patience = setTimeout(() => asked.reject(new Error(words)), patienceMs)
    try {
      worker ??= start()
      worker.postMessage(task)
      const answer = await asked.promise
      if (idleMs !== undefined) idle = setTimeout(end, idleMs).unref()
      return answer
    } catch (error) {
      end()
      throw error
    } finally {
      clearTimeout(patience)
      current = undefined
    }
  }

  return {
    ask(task) {
      const turn = tail.then(() => {
        if (isClosed) throw new Error('The thread is closed')
        return askNow(task)
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
