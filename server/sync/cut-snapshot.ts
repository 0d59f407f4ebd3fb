import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SnapshotHead } from '#schema/sync'
import { SNAPSHOT_CHUNK_ROWS } from '#schema/sync-scopes'
import type { Moment, Readings } from '../db/client'
import { headOf } from '../db/write-batch'
import { liveRows } from './feed'
import { readClock } from './history'

/** A public scope at one moment, as it is kept and sent. */
export interface SnapshotCut {
  epoch: string
  /** The number of the scope's newest change in it. */
  head: number
  /** The number of the clock at which it was cut: a pull brings what came later. */
  to: number
  rows: number
  /** Epoch, number and hash of the content. */
  name: string
  plainBytes: number
  /** The text lines that SnapshotHead describes, compressed. */
  packed: Uint8Array<ArrayBuffer>
}

/** Packs on a thread of its own. */
const pack = promisify(gzip)

/** The source of a snapshot. */
export interface SnapshotOrder {
  scope: string
  /** Rows are as devices hold them then. */
  now: Date
  /** The newest rows alone, when there are more. */
  most: number
  /** The moment that whoever orders it knows of. */
  least: Moment
}

/** Reads a public scope at one moment of the database. */
export async function cutSnapshot(
  db: Pick<Readings, 'publicSnapshot'>,
  { scope, now, most, least }: SnapshotOrder,
): Promise<SnapshotCut> {
  const { epoch, to, head, rows } = await db.publicSnapshot(least, async (reads) => {
    const { epoch, seq: to } = await readClock(reads)
    return { epoch, to, head: await headOf(reads, scope), rows: await liveRows(reads, scope, now, most) }
  })
  const chunks = Math.ceil(rows.length / SNAPSHOT_CHUNK_ROWS)
  const first: SnapshotHead = { epoch, scope, to, rows: rows.length, chunks }
  const encoder = new TextEncoder()
  const hash = new Bun.CryptoHasher('sha256')
  const lines: Uint8Array<ArrayBuffer>[] = []
  const add = (value: unknown) => {
    const line = encoder.encode(`${JSON.stringify(value)}\n`)
    hash.update(line)
    lines.push(line)
  }
  add(first)
  for (let start = 0; start < rows.length; start += SNAPSHOT_CHUNK_ROWS) {
    add(rows.slice(start, start + SNAPSHOT_CHUNK_ROWS))
    // Other work has its turn between two lines.
    await Bun.sleep(0)
  }
  const plain = await new Blob(lines).arrayBuffer()
  const packed = new Uint8Array(await pack(plain))
  return {
    epoch,
    head,
    to,
    rows: rows.length,
    name: `${epoch}-${to}-${hash.digest('base64url').slice(0, HASH_CHARACTERS)}`,
    plainBytes: plain.byteLength,
    packed,
  }
}

/** 132 bits. */
const HASH_CHARACTERS = 22
