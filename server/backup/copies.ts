import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { SECRET_KEYS } from '../db/private-files'
import type { Objects } from '../storage/objects'
import { BackupFault } from './backup-fault'

/**
 * How copies lie in their place: `copies/<name>/` has a database, the keys beside it and a manifest; `photos/` has the photos of
 * all copies, each once, because a photo never changes under its name. A copy without a manifest is not finished.
 */
const DATABASE = 'trestle.db'
const MANIFEST = 'manifest.json'
/** The files of DATA_DIR that a restored server needs beside the database; each may be missing. */
export const KEY_FILES = ['vapid.json', ...SECRET_KEYS] as const
const COPY_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/

/** A stored file: its name in DATA_DIR, its length, its SHA-256. */
const StoredFile = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })
export type StoredFile = z.infer<typeof StoredFile>

export const Manifest = z.object({
  version: z.literal(1),
  /** When the copy was made, ISO 8601. */
  at: z.string(),
  epoch: z.string(),
  /** How far the database had counted. */
  seq: z.number(),
  database: StoredFile,
  keys: z.array(StoredFile),
  photos: z.array(StoredFile),
})
export type Manifest = z.infer<typeof Manifest>

export const databaseOf = (copy: string) => `copies/${copy}/${DATABASE}`
export const keyOf = (copy: string, name: string) => `copies/${copy}/${name}`
export const manifestOf = (copy: string) => `copies/${copy}/${MANIFEST}`
export const photoOf = (name: string) => `photos/${name}`

/** The name of a copy that is made now; names sort by time. */
export function nameCopy(now: Date): string {
  return `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`
}

/** Splits `<place>/<copy>`, or a place alone. */
export function parsePlace(text: string): { place: string; copy: string | null } {
  const trimmed = text.replace(/(?<=.)\/+$/, '')
  const at = trimmed.lastIndexOf('/')
  const last = trimmed.slice(at + 1)
  if (!COPY_NAME.test(last)) return { place: trimmed, copy: null }
  return { place: trimmed.slice(0, Math.max(at, 0)).replace(/\/copies$/, '') || '.', copy: last }
}

/** Finished copies, the newest first. */
export async function listCopies(store: Objects): Promise<string[]> {
  return (await listAll(store)).finished
}

/** Copies without a manifest: a run is under way, or was killed. */
export async function listUnfinished(store: Objects): Promise<string[]> {
  const { finished, all } = await listAll(store)
  return all.filter((copy) => !finished.includes(copy))
}

async function listAll(store: Objects): Promise<Record<'finished' | 'all', string[]>> {
  const names = (await store.list('copies/')).map(({ name }) => name)
  const copiesOf = (files: string[]) =>
    [...new Set(files.flatMap((name) => name.split('/')[1] ?? []))]
      .filter((copy) => COPY_NAME.test(copy))
      .toSorted()
      .reverse()
  return { finished: copiesOf(names.filter((name) => name.endsWith(`/${MANIFEST}`))), all: copiesOf(names) }
}

/** @throws BackupFault when the copy is not there or its manifest cannot be read */
export async function readManifest(store: Objects, copy: string, scratch: string): Promise<Manifest> {
  const file = join(scratch, `${crypto.randomUUID()}.json`)
  try {
    if (!(await store.fetch(manifestOf(copy), file))) throw new BackupFault(`There is no copy ${copy}.`)
    const parsed = Manifest.safeParse(
      await Bun.file(file)
        .json()
        .catch(() => null),
    )
    if (!parsed.success) throw new BackupFault(`The manifest of the copy ${copy} cannot be read.`)
    return parsed.data
  } finally {
    await rm(file, { force: true })
  }
}

/** A local file as a manifest lists it. */
export async function describeFile(file: string, name: string): Promise<StoredFile> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of Bun.file(file).stream()) {
    hash.update(chunk)
    bytes += chunk.byteLength
  }
  return { name, bytes, sha256: hash.digest('hex') }
}

/** Fetches a stored file and compares it with the manifest. @throws BackupFault when it is missing or differs */
export async function fetchVerified(store: Objects, from: string, wanted: StoredFile, to: string): Promise<void> {
  if (!(await store.fetch(from, to))) throw new BackupFault(`${from} is missing in the backup.`)
  const { bytes, sha256 } = await describeFile(to, wanted.name)
  if (bytes !== wanted.bytes || sha256 !== wanted.sha256)
    throw new BackupFault(`${from} is corrupt: its digest is not the one of the manifest.`)
}
