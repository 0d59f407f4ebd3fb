import type { NewIds } from './client'
import type { Streams } from './streams'

const BLOCK = 20
/** The rest of an older block is dropped, so that numbers of several servers stay near their time. */
const KEPT_MS = 2_000

interface Block {
  next: number
  end: number
  until: number
}

/** Numbers for new rows, taken in blocks that no other server shares. */
export function openIdBlocks(streams: Streams): NewIds {
  const blocks = new Map<string, Promise<Block>>()

  async function takeBlock(table: string): Promise<Block> {
    const [, taken] = await streams.batch([
      {
        sql: 'INSERT INTO sqlite_sequence (name, seq) SELECT ?, 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)',
        args: [table, table],
      },
      { sql: 'UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ? RETURNING seq', args: [BLOCK, table] },
    ])
    const end = Number(taken?.rows[0]?.seq)
    return { next: end - BLOCK + 1, end, until: performance.now() + KEPT_MS }
  }

  return {
    async next(table) {
      for (;;) {
        const held = blocks.get(table) ?? takeBlock(table)
        blocks.set(table, held)
        const block = await held.catch((error) => {
          blocks.delete(table)
          throw error
        })
        if (block.next <= block.end && performance.now() < block.until) return block.next++
        if (blocks.get(table) === held) blocks.delete(table)
      }
    },
  }
}
