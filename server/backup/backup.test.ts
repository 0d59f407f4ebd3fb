import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../db/open-database'
import { keepDerivedKeys } from '../db/private-files'
import { folderObjects, type Objects } from '../storage/objects'
import { createPerson } from '../test-support/factories'
import { openS3Server, type S3Server } from '../test-support/s3-server'
import { openTestApp, TEST_ORIGIN, type TestApp } from '../test-support/test-app'
import { grayPng } from '../test-support/test-pictures'
import { photoFileNames } from '../uploads/photo-store'
import { openPlace } from './backup-place'
import { databaseOf, listCopies, manifestOf, nameCopy, parsePlace, photoOf } from './copies'
import { restoreCopy } from './restore-copy'
import { takeBackup } from './take-backup'

const NO_ACCOUNT = { endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' }
const SECRET_KEY = 'x'.repeat(43)
const NIGHT = new Date('2026-11-23T03:00:00.000Z')
const nightsLater = (nights: number) => new Date(NIGHT.getTime() + nights * 86_400_000)

let t: TestApp
let root: string
let folderStore: Objects

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'trestle-backup-'))
  folderStore = folderObjects(join(root, 'backups'))
  t = await openTestApp({ SECRET_KEY })
  keepDerivedKeys(t.deps.env.dataDir, SECRET_KEY)
})
afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
  rmSync(root, { recursive: true, force: true })
})

const copiedEnv = () => {
  const { env, db } = t.deps
  return { ...env, database: typeof db.source === 'string' ? null : db.source }
}
const take = (nights = 0, store = folderStore) => takeBackup(copiedEnv(), t.deps.photos, store, nightsLater(nights))
const photosOf = (dataDir: string) => folderObjects(join(dataDir, 'uploads'))
/** A folder that no server has open. */
const newDataDir = () => mkdtempSync(join(root, 'data-'))
const restoreInto = (dataDir: string, copy: string | null = null, store = folderStore) =>
  restoreCopy(dataDir, photosOf(dataDir), store, copy, NIGHT)

/** @returns the SHA-256 in the photo's name */
async function upload(as: string, width: number): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([grayPng(width, 10)]), 'photo.png')
  const headers = { origin: TEST_ORIGIN, cookie: as }
  const answer = await t.fetch(new Request(`${TEST_ORIGIN}/api/upload`, { method: 'POST', headers, body: form }))
  const { url } = (await answer.json()) as { url: string }
  return url.slice(-68, -4)
}

async function usernamesIn(dataDir: string): Promise<string[]> {
  const db = await openDatabase(`file:${join(dataDir, 'trestle.db')}`)
  try {
    return (await db.read.query.users.findMany()).map(({ username }) => username)
  } finally {
    await db.close()
  }
}

describe.each(['a folder', 'S3'])('in %s', (kind) => {
  let store: Objects
  let server: S3Server | undefined
  beforeEach(async () => {
    server = kind === 'S3' ? await openS3Server() : undefined
    store = server ? openPlace('s3://trestle/backups/', server.account) : folderStore
  })
  afterEach(async () => {
    await server?.close()
  })

  test('a copy taken beside a running server is whole: rows, keys, photos, each photo stored once', async () => {
    const rosa = await createPerson(t, { username: 'rosa' })
    const first = await upload(rosa.as, 40)
    const { copy, manifest, newPhotos, missing } = await take(0, store)
    expect(copy).toBe('2026-11-23T03-00-00Z')
    expect([newPhotos, missing]).toEqual([3, []])
    expect(manifest.keys.map(({ name }) => name)).toContain('mail.key')
    const second = await upload(rosa.as, 50)
    const later = await take(1, store)
    expect([later.newPhotos, later.manifest.photos.length]).toEqual([3, 6])
    await createPerson(t, { username: 'theo' })

    const dataDir = newDataDir()
    const restored = await restoreInto(dataDir, null, store)
    expect(restored).toMatchObject({ copy: '2026-11-24T03-00-00Z', newPhotos: 6, replaced: null })
    expect(await usernamesIn(dataDir)).toEqual(['rosa'])
    expect(readdirSync(join(dataDir, 'uploads')).toSorted()).toEqual([first, second].flatMap(photoFileNames).toSorted())
    expect(await Bun.file(join(dataDir, 'mail.key')).bytes()).toEqual(
      await Bun.file(join(t.deps.env.dataDir, 'mail.key')).bytes(),
    )
    const earlier = newDataDir()
    expect((await restoreInto(earlier, copy, store)).newPhotos).toBe(3)
    expect(readdirSync(earlier).filter((name) => name.startsWith('scratch-'))).toEqual([])
    await store.remove(manifestOf(copy))
    expect(await listCopies(store)).toEqual([later.copy])
  })
})

test('the newest 30 copies stay, with the photos that they name and no others', async () => {
  const rosa = await createPerson(t)
  const gone = await upload(rosa.as, 40)
  await take()
  // As the deletion of photos that nobody uses does.
  await t.deps.db.batch([{ sql: 'DELETE FROM uploads', args: [] }])
  const kept = await upload(rosa.as, 50)
  for (let night = 1; night <= 29; night++) expect((await take(night)).removed).toEqual([])
  expect((await take(30)).removed).toEqual([nameCopy(NIGHT)])
  expect(await listCopies(folderStore)).toHaveLength(30)
  expect(await folderStore.list(`copies/${nameCopy(NIGHT)}`)).toEqual([])
  expect((await folderStore.list('photos/')).map(({ name }) => name).toSorted()).toEqual(
    photoFileNames(kept).map(photoOf).toSorted(),
  )
  expect(await folderStore.size(photoOf(`${gone}.jpg`))).toBeNull()
})

test('a backup that breaks off leaves no part of a copy, and the copies before it stay', async () => {
  const rosa = await createPerson(t, { username: 'rosa' })
  await take(0)
  await upload(rosa.as, 40)
  const away = { ...t.deps.photos, fetch: () => Promise.reject(new Error('The bucket is away')) }
  await expect(takeBackup(copiedEnv(), away, folderStore, nightsLater(1))).rejects.toThrow('The bucket is away')
  const left = (await folderStore.list('copies/')).map(({ name }) => name.split('/')[1])
  expect([...new Set(left)]).toEqual([nameCopy(NIGHT)])
})

test('a backup removes what killed runs have left, and leaves a run that is under way alone', async () => {
  const { dataDir } = t.deps.env
  const left = join(dataDir, 'scratch-killed')
  const fresh = join(dataDir, 'scratch-running')
  for (const folder of [left, fresh]) await Bun.write(join(folder, 'copy.db'), 'a whole database')
  await Bun.write(join(dataDir, 'backup-by-hand/trestle.db'), 'of somebody')
  const yesterday = nightsLater(1)
  for (const path of [join(left, 'copy.db'), left]) utimesSync(path, yesterday, yesterday)
  // Its folder is as old, and it still writes to its copy.
  utimesSync(join(fresh, 'copy.db'), nightsLater(2), nightsLater(2))
  utimesSync(fresh, yesterday, yesterday)
  await take(0)
  const [killed, running] = [nameCopy(nightsLater(0.9)), nameCopy(nightsLater(1.5))]
  for (const copy of [killed, running]) await folderStore.put(databaseOf(copy), new Uint8Array(5))
  const { copy } = await take(2)
  const folders = readdirSync(dataDir).filter((name) => /^(scratch|backup)-/.test(name))
  expect(folders.toSorted()).toEqual(['backup-by-hand', 'scratch-running'])
  const stored = new Set((await folderStore.list('copies/')).map(({ name }) => name.split('/')[1]))
  expect([...stored].toSorted()).toEqual([nameCopy(NIGHT), running, copy])
})

test('a restore says what is missing or corrupt, and changes nothing', async () => {
  const rosa = await createPerson(t)
  const photo = `${await upload(rosa.as, 40)}.jpg`
  const { copy } = await take()
  const rubble = new Uint8Array(5_000).fill(7)
  const dataDir = newDataDir()
  await Bun.write(join(dataDir, 'trestle.db'), 'a database that is corrupt')
  const refused = async (words: string, wanted: string | null = copy) => {
    await expect(restoreInto(dataDir, wanted)).rejects.toThrow(words)
    expect(await Bun.file(join(dataDir, 'trestle.db')).text()).toBe('a database that is corrupt')
  }
  await refused('There is no copy 2020-01-01T00-00-00Z.', '2020-01-01T00-00-00Z')
  for (const [name, words] of [
    [photoOf(photo), `${photoOf(photo)} is corrupt`],
    [databaseOf(copy), `${databaseOf(copy)} is corrupt`],
    [manifestOf(copy), 'cannot be read'],
  ] as const) {
    await folderStore.put(name, rubble)
    await refused(words)
  }
  await folderStore.remove(manifestOf(copy))
  await refused('There is no copy in that place.', null)
  // A corrupt database in DATA_DIR is a reason to restore, not to refuse.
  await folderStore.remove(photoOf(photo))
  await take(1)
  expect(await restoreInto(dataDir)).toMatchObject({
    replaced: { folder: join(dataDir, `replaced-${NIGHT.getTime()}`) },
  })
})

test.each([
  ['rows that point nowhere', 'UPDATE sessions SET user_id = 99', 'a row of sessions points at no row of users'],
  [
    'books that do not balance',
    `INSERT INTO ledger_accounts (name, kind, balance) VALUES ('stripe_balance', 'asset', 7)`,
    '7 cents',
  ],
])('a database with %s is not taken for a backup', async (_, planted, words) => {
  await createPerson(t)
  await take()
  const dataDir = newDataDir()
  await restoreInto(dataDir)
  const db = await openDatabase(`file:${join(dataDir, 'trestle.db')}`)
  await db.read.run('PRAGMA foreign_keys = OFF')
  await db.read.run(planted)
  await db.close()
  await expect(takeBackup({ ...t.deps.env, dataDir }, photosOf(dataDir), folderStore, nightsLater(1))).rejects.toThrow(
    words,
  )
  expect(await listCopies(folderStore)).toEqual([nameCopy(NIGHT)])
})

test('two backups in one second, or of a folder without a database, are refused in words', async () => {
  await take()
  await expect(take()).rejects.toThrow('The copy 2026-11-23T03-00-00Z is there already.')
  await expect(
    takeBackup({ ...t.deps.env, dataDir: newDataDir() }, t.deps.photos, folderStore, nightsLater(1)),
  ).rejects.toThrow('DATA_DIR holds no database')
  expect(() => openPlace('s3:/backups', NO_ACCOUNT)).toThrow('names no bucket')
})

test.each([
  ['/mnt/backups', '/mnt/backups', null],
  ['/mnt/backups/', '/mnt/backups', null],
  ['/mnt/backups/2026-11-23T03-00-00Z', '/mnt/backups', '2026-11-23T03-00-00Z'],
  ['/mnt/backups/copies/2026-11-23T03-00-00Z/', '/mnt/backups', '2026-11-23T03-00-00Z'],
  ['s3://bucket/trestle/2026-11-23T03-00-00Z', 's3://bucket/trestle', '2026-11-23T03-00-00Z'],
  ['2026-11-23T03-00-00Z', '.', '2026-11-23T03-00-00Z'],
])('the place %s is %s, its copy %s', (text, place, copy) => {
  expect(parsePlace(text)).toEqual({ place, copy })
})
