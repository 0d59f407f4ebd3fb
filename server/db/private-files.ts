import { createHmac, randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const OWNER_ONLY = 0o077
const KEY_BYTES = 32

/**
 * Makes everything that this program writes from now on readable by its own user alone, and the files that stand in the
 * data folder too. Each program calls this before it opens the database.
 * @returns what others may still do, in words for the log; null when nothing
 */
export function keepPrivate(dataDir: string): string | null {
  process.umask(OWNER_ONLY)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  for (const { name } of readdirSync(dataDir, { withFileTypes: true }).filter((entry) => entry.isFile()))
    closeToOthers(join(dataDir, name), 0o600)
  const uploads = join(dataDir, 'uploads')
  if (existsSync(uploads)) closeToOthers(uploads, 0o700)
  const open = statSync(dataDir).mode & OWNER_ONLY
  return open === 0 ? null : `other users of this machine can open DATA_DIR ${dataDir}: chmod 700 ${dataDir}`
}

/** A file of somebody else's cannot be changed by us, and is no reason not to start. */
function closeToOthers(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & OWNER_ONLY) !== 0) chmodSync(path, mode)
  } catch {}
}

/** Makes a file for its owner alone where there is none. A disk that is full leaves no part of it. */
export function makePrivateFile(file: string, content: string | Buffer): void {
  const made = openNewFile(file)
  if (made === null) return
  try {
    writeFileSync(made, content, { flush: true })
  } catch (error) {
    rmSync(file, { force: true })
    throw error
  } finally {
    closeSync(made)
  }
}

/** Null where the file stands already. Nothing is removed here: the file that could not be opened may be a key in use. */
function openNewFile(file: string): number | null {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  }
}

/**
 * The random key in the file `name` of the data folder, made when it is first needed.
 * @throws Error when the file holds less than a key: what is signed with nothing, anybody could sign
 */
export function readSecretKey(dataDir: string, name: string): Buffer {
  const file = join(dataDir, name)
  makePrivateFile(file, randomBytes(KEY_BYTES))
  const key = readFileSync(file)
  if (key.length < KEY_BYTES) throw new Error(`${file} holds no whole key: put the one of a backup in its place`)
  return key
}

/** Every key that `readSecretKey` reads. */
export const SECRET_KEYS = ['calendar.key', 'mail.key', 'codes.key'] as const

/** The keys that are made of one secret, by the names of their files. */
export function derivedKeys(secret: string): { name: string; key: Buffer }[] {
  return SECRET_KEYS.map((name) => ({ name, key: createHmac('sha256', secret).update(name).digest() }))
}

/** Puts keys that are made of one secret in the data folder, so that all servers with this secret have the same ones. */
export function keepDerivedKeys(dataDir: string, secret: string): void {
  for (const { name, key } of derivedKeys(secret)) writeFileSync(join(dataDir, name), key, { mode: 0o600 })
}
