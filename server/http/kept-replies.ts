import type { Db } from '../db/client'
import { headOf } from '../db/write-batch'

/** Answers that are alike for everyone, kept as the bytes that travel until a change of their scope lets them go. */
export interface KeptReplies {
  /** The answer under `name`; `make` encodes it when it is not kept. Callers at the same time share one making. */
  get(name: string, make: () => Promise<string>): Promise<Uint8Array<ArrayBuffer>>
}

/** Keeps answers that depend on nothing but the rows of `scope`. There must be few names: nothing else bounds it. */
export function keepReplies(db: Db, scope: string): KeptReplies {
  const kept = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  const encoder = new TextEncoder()
  let keptAt = -1
  return {
    async get(name, make) {
      // Asked each time: nobody reads an answer from before their own write, whichever server has written it.
      const head = await headOf(db, scope)
      if (head > keptAt) {
        kept.clear()
        keptAt = head
      }
      const held = kept.get(name)
      if (held) return held
      const making = make().then((text) => encoder.encode(text))
      kept.set(name, making)
      // One that failed, and was not let go already, is tried anew by the next caller.
      making.catch(() => kept.get(name) === making && kept.delete(name))
      return making
    },
  }
}
