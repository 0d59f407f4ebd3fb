import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BucketAway } from './bucket-away'

/** Stored files by name, with `/` between folders. A name holds a whole file or none, whoever reads meanwhile. */
export interface Objects {
  /** Stores the content under `name`, over what may be there. A file is named by its path. */
  put(name: string, content: Uint8Array | { file: string }): Promise<void>
  /** The object under `name`, to be read or answered; null when there is none. */
  get(name: string): Promise<Blob | null>
  /** Writes what `name` holds to a local file, however long. @returns false when `name` holds nothing */
  fetch(name: string, file: string): Promise<boolean>
  /** Length in bytes; null when `name` holds nothing. */
  size(name: string): Promise<number | null>
  /** The objects under names that begin with `prefix`, in no particular order. */
  list(prefix: string): Promise<{ name: string; storedAt: Date }[]>
  remove(name: string): Promise<void>
}

/** An account of S3, or of whatever speaks its protocol at `endpoint`; empty members are left to S3's defaults. */
export interface S3Account {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Objects in a local folder, which is made when the first one is put there. */
export function folderObjects(folder: string): Objects {
  const path = (name: string) => join(folder, name)
  return {
    async put(name, content) {
      await mkdir(dirname(path(name)), { recursive: true, mode: 0o700 })
      const draft = join(dirname(path(name)), `.${crypto.randomUUID()}.tmp`)
      try {
        await Bun.write(draft, content instanceof Uint8Array ? content : Bun.file(content.file))
        // The row that names a file outlasts a loss of power, so the file must too.
        await sync(draft)
        await rename(draft, path(name))
        await sync(dirname(path(name)))
      } finally {
        await rm(draft, { force: true })
      }
    },
    async get(name) {
      const file = Bun.file(path(name))
      return (await file.exists()) ? file : null
    },
    async fetch(name, file) {
      const stored = Bun.file(path(name))
      if (!(await stored.exists())) return false
      await Bun.write(file, stored)
      return true
    },
    async size(name) {
      return (await stat(path(name)).catch(() => null))?.size ?? null
    },
    async list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      const names = entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, '/').length))
        .filter((name) => name.startsWith(prefix))
      return Promise.all(names.map(async (name) => ({ name, storedAt: (await stat(path(name))).mtime })))
    },
    async remove(name) {
      await rm(path(name), { force: true })
    },
  }
}

/** Returns when a file, or the names of a folder, are on the disk. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Objects of a bucket, under names that begin with `prefix`.
 * @param patienceMs how long the bucket may say nothing. A removal has no limit, because one that is given up may still happen, after
 *   the same name was stored again; nor have whole files, which are of any length.
 * @throws BucketAway while the bucket cannot be reached, or turns this server away
 */
export function s3Objects(
  bucket: string,
  prefix: string,
  account: S3Account,
  patienceMs = Number.POSITIVE_INFINITY,
): Objects {
  const soon = <Value>(call: () => Promise<Value>) => within(patienceMs, call)
  const given = Object.fromEntries(Object.entries(account).filter(([, value]) => value !== ''))
  const s3 = new Bun.S3Client({ bucket, ...given })
  const at = (name: string) => s3.file(prefix + name)
  return {
    async put(name, content) {
      if (content instanceof Uint8Array) await reached(() => soon(() => at(name).write(content)))
      else await reached(() => at(name).write(Bun.file(content.file)))
    },
    // Held as a whole: an answer made of the file itself would send its caller to the bucket.
    get: (name) => found(() => soon(async () => new Blob([await at(name).arrayBuffer()]))),
    fetch: async (name, file) => (await found(() => Bun.write(file, at(name)))) !== null,
    size: (name) => found(() => soon(async () => (await at(name).stat()).size)),
    list: (wanted) =>
      reached(async () => {
        const all: { name: string; storedAt: Date }[] = []
        for (let continuationToken: string | undefined; ; ) {
          const from = { prefix: prefix + wanted, ...(continuationToken && { continuationToken }) }
          const page = await soon(() => s3.list(from))
          for (const { key, lastModified } of page.contents ?? [])
            all.push({ name: key.slice(prefix.length), storedAt: new Date(lastModified ?? 0) })
          if (!page.isTruncated) return all
          continuationToken = page.nextContinuationToken
        }
      }),
    remove: (name) => reached(() => at(name).delete()),
  }
}

async function within<Value>(ms: number, call: () => Promise<Value>): Promise<Value> {
  if (!Number.isFinite(ms)) return call()
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer in ${ms} ms`)), ms)
  })
  return Promise.race([call(), silence]).finally(() => clearTimeout(timer))
}

/** Asks for what may be missing: it may be removed between two questions. */
function found<Value>(call: () => Promise<Value>): Promise<Value | null> {
  return reached(() =>
    call().catch((error: { code?: string }) => {
      if (error.code === 'NoSuchKey') return null
      throw error
    }),
  )
}

/** A caller may ask again later: photos and drafts wait on their devices. */
async function reached<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    throw new BucketAway(error)
  }
}
