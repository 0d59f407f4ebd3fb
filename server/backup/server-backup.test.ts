import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import webPush from 'web-push'
import { openStreams } from '../db/streams'
import type { DatabaseServer } from '../env'
import { prepareDatabase } from '../prepare-database'
import { folderObjects, type Objects } from '../storage/objects'
import { SQLD, type StartedDatabase, startDatabase } from '../test-support/database-server'
import { openS3Server, type S3Server } from '../test-support/s3-server'
import { openPlace } from './backup-place'
import { checkDatabase } from './check-database'
import { differenceOf, digestsOf } from './copy-rows'
import { copyServer, openCopyStreams } from './copy-server'
import { restoreToServer } from './restore-server'
import { takeBackup } from './take-backup'

const here = test.skipIf(!SQLD)
const NIGHT = new Date('2026-11-23T03:00:00.000Z')
const VAPID = webPush.generateVAPIDKeys()
const KEYS = { subject: '', keys: { publicKey: 'a', privateKey: 'b' }, hosts: [], allowsLoopback: false }
let server: StartedDatabase
let root: string
let photos: Objects
let store: Objects
let nth = 0

beforeAll(async () => {
  if (SQLD) server = await startDatabase()
})
afterAll(() => server?.close())
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'trestle-copies-'))
  mkdirSync(join(root, 'alone'))
  photos = folderObjects(join(root, 'uploads'))
  store = folderObjects(join(root, 'backups'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const newDatabase = () => server.create(`copied${nth++}`)
const restore = (database: DatabaseServer, copy: string | null = null) =>
  restoreToServer({ dataDir: root, database }, photos, store, copy)
const take = (database: DatabaseServer | null, dataDir = root, now = NIGHT) =>
  takeBackup({ dataDir, database, secretKey: 'x'.repeat(43), push: KEYS }, photos, store, now)

async function run(database: DatabaseServer, script: string): Promise<void> {
  const streams = openStreams(database)
  await streams.executeMultiple(script)
  streams.close()
}

const ODD = `CREATE TABLE odd (id INTEGER PRIMARY KEY AUTOINCREMENT, a ANY, r REAL, b BLOB, t TEXT,
    g INTEGER GENERATED ALWAYS AS (id * 2) STORED) STRICT;
  INSERT INTO odd (a, r, b, t) VALUES (9007199254740993, 1, x'0001ff', 'it''s' || char(10) || 'two' || char(0) || 'three'),
    ('7', 0.1, NULL, ''), (NULL, 1e300, x'', 'ä🎉');
  UPDATE sqlite_sequence SET seq = 99 WHERE name = 'odd';
  CREATE TRIGGER odd_made AFTER INSERT ON odd BEGIN UPDATE odd SET t = t || '!' WHERE id = NEW.id; END;`

here('a copy of a server holds every value, number and trigger; it comes back on a server and in a file', async () => {
  const from = await newDatabase()
  await prepareDatabase(from)
  await run(from, ODD)
  await prepareDatabase(from)
  const taken = await take(from)
  expect(taken.manifest.keys.map(({ name }) => name)).toEqual(['vapid.json', 'calendar.key', 'mail.key', 'codes.key'])
  const file = join(root, 'fetched.db')
  await store.fetch(`copies/${taken.copy}/trestle.db`, file)
  const client = createClient({ url: `file:${file}`, intMode: 'bigint' })
  const { rows } = await client.execute('SELECT a, r, hex(b) AS b, hex(t) AS t, g, typeof(a) AS kind FROM odd')
  expect(rows[0]).toMatchObject({ a: 9007199254740993n, r: 1, b: '0001FF', g: 2n, kind: 'integer' })
  expect(rows[0]?.t).toBe(Buffer.from("it's\ntwo\0three").toString('hex').toUpperCase())
  expect(rows[1]).toMatchObject({ a: '7', kind: 'text' })
  const { rows: made } = await client.execute("INSERT INTO odd (t) VALUES ('new') RETURNING id")
  expect(made[0]?.id).toBe(100n)
  client.close()

  const to = await newDatabase()
  await restore(to)
  await prepareDatabase(to)
  const [one, other] = [openCopyStreams(from), openCopyStreams(to)]
  const [before, after] = [await digestsOf(one), await digestsOf(other)]
  // The start that followed has taken a lease.
  expect(differenceOf({ ...before, leases: '' }, { ...after, leases: '' })).toBeNull()
  await other.execute("INSERT INTO odd (t) VALUES ('new')")
  expect((await other.execute('SELECT t FROM odd WHERE id = 100')).rows[0]?.t).toBe('new!')
  one.close()
  other.close()
})

here('a copy leaves the search indexes out, which the restored server makes of its listings and items', async () => {
  const from = await newDatabase()
  await prepareDatabase(from)
  const enter = `INSERT INTO search_words (word, n) VALUES ('samovar', 1); INSERT INTO search_state (id, seq) VALUES (1, 9);
    INSERT INTO listing_texts (rowid, title) VALUES (7, 'samovar');
    INSERT INTO item_words (word, n) VALUES ('macaron', 1); INSERT INTO item_search_state (id, seq) VALUES (1, 9);
    INSERT INTO item_texts (rowid, title) VALUES (8, 'macaron');`
  await run(from, enter)
  await take(from)
  const to = await newDatabase()
  await restore(to)
  const streams = openStreams(to)
  const held = `SELECT (SELECT count(*) FROM search_state) + (SELECT count(*) FROM search_words) + (SELECT count(*) FROM listing_texts)
    + (SELECT count(*) FROM item_search_state) + (SELECT count(*) FROM item_words) + (SELECT count(*) FROM item_texts) AS n`
  expect((await streams.execute(held)).rows[0]?.n).toBe(0)
  await streams.executeMultiple(enter)
  const found = `SELECT (SELECT rowid FROM listing_texts WHERE listing_texts MATCH 'samovar') AS listing,
    (SELECT count(*) FROM search_word_parts WHERE search_word_parts MATCH '"mova"') AS words,
    (SELECT rowid FROM item_texts WHERE item_texts MATCH 'macaron') AS item,
    (SELECT count(*) FROM item_word_parts WHERE item_word_parts MATCH '"caro"') AS itemWords`
  expect((await streams.execute(found)).rows[0]).toMatchObject({ listing: 7, words: 1, item: 8, itemWords: 1 })
  streams.close()
})

here('rows that are more than an answer holds are copied all the same, and writes meanwhile are not', async () => {
  const from = await newDatabase()
  await run(from, 'CREATE TABLE big (t TEXT); CREATE TABLE last (n INTEGER)')
  const streams = openStreams(from)
  for (let row = 0; row < 6; row++)
    await streams.execute({ sql: 'INSERT INTO big VALUES (?)', args: [String(row).repeat(2_500_000)] })
  let isOver = false
  const writes = (async () => {
    while (!isOver) await streams.batch(['INSERT INTO last VALUES (1)', "INSERT INTO big VALUES ('later')"])
  })()
  const file = join(root, 'copy.db')
  await copyServer(from, file)
  isOver = true
  await writes
  streams.close()
  const client = createClient({ url: `file:${file}` })
  const counts = 'SELECT (SELECT count(*) FROM big) - 6 AS big, (SELECT count(*) FROM last) AS last'
  const [row] = (await client.execute(counts)).rows
  expect(row?.big).toBe(row?.last)
  client.close()
})

here('a database that has tables or may forget is not restored into', async () => {
  const from = await newDatabase()
  await prepareDatabase(from)
  const { copy } = await take(from)
  await expect(restore(from)).rejects.toThrow('has tables, so it may be in use')
  const weak = await newDatabase()
  await server.setDurability(weak.namespace, 'relaxed')
  await expect(restore(weak)).rejects.toThrow('durability_mode to "strong"')
  await server.setDurability(weak.namespace, 'strong')
  await store.put(`copies/${copy}/trestle.db`, new Uint8Array(5_000))
  await expect(restore(weak)).rejects.toThrow('is corrupt')
  const empty = openStreams(weak)
  expect((await empty.execute('SELECT name FROM sqlite_master')).rows).toEqual([])
  empty.close()
  await expect(take(await newDatabase(), root, new Date(NIGHT.getTime() + 1_000))).rejects.toThrow('is empty')
})

/** Runs `server/backup.ts` as a person does. */
async function command(env: Record<string, string>, ...args: string[]) {
  const program = [process.execPath, join(import.meta.dir, '../backup.ts'), ...args]
  const child = Bun.spawn(program, { env: { PATH: process.env.PATH, ...env }, stdout: 'pipe', stderr: 'pipe' })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { out, err, code: await child.exited }
}

here(
  'a market moves from a file to a server with its epoch, and a copy behind the noted mark begins another',
  async () => {
    const bucket = await openS3Server()
    try {
      const file = join(root, 'alone')
      await prepareDatabase(`file:${join(file, 'trestle.db')}`)
      const place = join(root, 'moved')
      expect(await command({ DATA_DIR: file }, 'take', place)).toMatchObject({ err: '', code: 0 })
      const move = async () => {
        const database = await newDatabase()
        const answer = await command(environmentOf(database, bucket), 'restore', place, '--moved')
        const streams = openStreams(database)
        const [clock] = (await streams.execute('SELECT epoch FROM sync_clock')).rows
        streams.close()
        return { ...answer, epoch: clock?.epoch }
      }
      const { epoch } = await checkDatabase(join(file, 'trestle.db'))
      const moved = await move()
      expect(moved).toMatchObject({ err: '', code: 0, epoch })
      expect(moved.out).toContain('devices notice nothing')
      // Servers have counted further since.
      const notes = openPlace('s3://trestle/state', bucket.account)
      await notes.put('high-water.json', Buffer.from(JSON.stringify({ epoch, seq: 70 })))
      const behind = await move()
      expect(behind.out).toContain('has a new epoch')
      expect(behind.epoch).not.toBe(epoch)
    } finally {
      await bucket.close()
    }
  },
)

function environmentOf({ url, namespace }: DatabaseServer, bucket: S3Server): Record<string, string> {
  return {
    ...bucket.environment,
    DATA_DIR: join(root, 'beside'),
    DATABASE_URL: url,
    DATABASE_NAMESPACE: namespace,
    SECRET_KEY: 'x'.repeat(64),
    LOCAL_PROVIDER_KEY: 'sk_test_local',
    VAPID_PUBLIC_KEY: VAPID.publicKey,
    VAPID_PRIVATE_KEY: VAPID.privateKey,
  }
}
