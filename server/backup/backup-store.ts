import { copyFile, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { BackupFault } from './backup-fault'

/** A place for backups: files by name, with `/` between folders. A name holds a whole file or none. */
export interface BackupStore {
  /** Stores the local file under `name`, over what may be there. */
  put(name: string, file: string): Promise<void>
  /** Writes what `name` holds to the local file. @returns false when `name` holds nothing */
  fetch(name: string, file: string): Promise<boolean>
  /** Length in bytes; null when `name` holds nothing. */
  size(name: string): Promise<number | null>
  /** The names that begin with `prefix`, in no particular order. */
  list(prefix: string): Promise<string[]>
  remove(name: string): Promise<void>
}

/** The S3 account for places such as `s3://bucket/trestle`; empty members are left to the environment's defaults. */
export interface S3Account {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*)$/

/**
 * Opens the place of backups: a folder, which is made when something is put there, or `s3://bucket/prefix`.
 * @throws BackupFault for an address of S3 that names no bucket
 */
export function openBackupStore(place: string, account: S3Account): BackupStore {
  if (!place.startsWith('s3:')) return folderStore(place)
  const [, bucket, prefix = ''] = S3_PLACE.exec(place) ?? []
  if (!bucket) throw new BackupFault(`${place} names no bucket: s3://bucket/folder`)
  return s3Store(bucket, prefix.replace(/\/*$/, prefix === '' ? '' : '/'), account)
}

function folderStore(folder: string): BackupStore {
  return {
    async put(name, file) {
      const target = join(folder, name)
      const draft = `${target}.${crypto.randomUUID()}.tmp`
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      try {
        await copyFile(file, draft)
        await rename(draft, target)
      } finally {
        await rm(draft, { force: true })
      }
    },
    async fetch(name, file) {
      try {
        await copyFile(join(folder, name), file)
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async size(name) {
      return (await stat(join(folder, name)).catch(() => null))?.size ?? null
    },
    async list(prefix) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
        .map(({ parentPath, name }) => join(parentPath, name).slice(join(folder, '/').length))
        .filter((name) => name.startsWith(prefix))
    },
    async remove(name) {
      await rm(join(folder, name), { force: true })
    },
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function s3Store(bucket: string, prefix: string, account: S3Account): BackupStore {
  const given = Object.fromEntries(Object.entries(account).filter(([, value]) => value !== ''))
  const s3 = new Bun.S3Client({ bucket, ...given })
  return {
    async put(name, file) {
      await s3.file(prefix + name).write(Bun.file(file))
    },
    async fetch(name, file) {
      if (!(await s3.file(prefix + name).exists())) return false
      await Bun.write(file, s3.file(prefix + name))
      return true
    },
    async size(name) {
      return (await s3.file(prefix + name).exists()) ? (await s3.file(prefix + name).stat()).size : null
    },
    async list(wanted) {
      const names: string[] = []
      for (let continuationToken: string | undefined; ; ) {
        const page = await s3.list({ prefix: prefix + wanted, ...(continuationToken && { continuationToken }) })
        names.push(...(page.contents ?? []).map(({ key }) => key.slice(prefix.length)))
        if (!page.isTruncated) return names
        continuationToken = page.nextContinuationToken
      }
    },
    async remove(name) {
      await s3.file(prefix + name).delete()
    },
  }
}
