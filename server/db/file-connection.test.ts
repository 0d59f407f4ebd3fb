import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient, type InStatement, type InValue, type ResultSet } from '@libsql/client'
import * as fc from 'fast-check'
import { type FileConnection, openFileConnection } from './file-connection'

const LOCK_WAIT_MS = 20
let folder: string
let url: string
let connection: FileConnection
/** The client whose rows and errors a connection has. */
let client: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trestle-connection-'))
  url = `file:${join(folder, 'a place with 100%25.db')}`
  connection = openFileConnection(url, LOCK_WAIT_MS)
  client = createClient({ url, concurrency: 1 })
  await connection.execute('PRAGMA journal_mode = WAL')
  await connection.execute(
    'CREATE TABLE lamps (id integer PRIMARY KEY, name text UNIQUE, watts real, lit integer) STRICT',
  )
})

afterAll(async () => {
  client.close()
  connection.close()
  await rm(folder, { recursive: true })
})

const plain = ({ columns, columnTypes, rows, rowsAffected, lastInsertRowid }: ResultSet) => ({
  columns,
  columnTypes,
  rows: rows.map((row) => ({ named: { ...row }, placed: Array.from(row as ArrayLike<unknown>) })),
  rowsAffected,
  lastInsertRowid,
})

const failure = async (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    ({ name, message, code, extendedCode }) => ({ name, message, code, extendedCode }),
  )

test('answers are those of the library’s client, however often a statement runs', async () => {
  const values = fc.oneof(
    fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e15, min: -1e15 }),
    fc.constant(null),
    fc.boolean(),
    fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
    fc.date({ noInvalidDate: true }),
  )
  const statements: fc.Arbitrary<InStatement> = fc.oneof(
    fc
      .array(values, { minLength: 2, maxLength: 2 })
      .map((args) => ({ sql: 'SELECT ? AS a, ? AS b, 1, 0, 2 AS a', args })),
    values.map((x) => ({ sql: 'SELECT :x AS x, :x AS length', args: { ':x': x } as Record<string, InValue> })),
    values.map((x) => ({
      sql: 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250) SELECT i, ? AS x FROM n',
      args: [x],
    })),
    fc.constant('SELECT name, watts FROM lamps WHERE id < 0'),
  )
  await fc.assert(
    fc.asyncProperty(statements, async (statement) => {
      expect(plain(await connection.execute(statement))).toEqual(plain(await client.execute(statement)))
    }),
    { numRuns: 300 },
  )
})

test('writes tell what they did, and name the statement that failed; nothing of its batch stays', async () => {
  const add = (name: string): InStatement => ({
    sql: 'INSERT INTO lamps (name, watts, lit) VALUES (?, 40, 1)',
    args: [name],
  })
  expect(plain(await connection.execute(add('desk')))).toMatchObject({ rowsAffected: 1, lastInsertRowid: 1n, rows: [] })
  const [, changed] = await connection.batch([add('floor'), 'UPDATE lamps SET lit = 0 RETURNING name'])
  expect(changed?.rows.map(({ name }) => name)).toEqual(['desk', 'floor'])
  const twice = [add('wall'), add('desk')]
  const failed = await connection.batch(twice).catch((error) => error)
  expect(failed).toMatchObject({
    statementIndex: 1,
    code: 'SQLITE_CONSTRAINT',
    extendedCode: 'SQLITE_CONSTRAINT_UNIQUE',
  })
  for (const broken of ['SELECT nothing FROM nowhere', 'INSERT INTO lamps (id) VALUES (1)', "SELECT json('{')"])
    expect(await failure(connection.execute(broken))).toEqual(await failure(client.execute(broken)))
  expect((await connection.execute('SELECT count(*) AS lamps FROM lamps')).rows[0]?.lamps).toBe(2)
  // The statement that failed works again.
  expect((await connection.batch([add('wall')]))[0]?.rowsAffected).toBe(1)
})

test('a value that would lose something is refused, to and from the database', async () => {
  const large = { sql: 'SELECT ? AS large', args: [2n ** 60n] }
  await expect(connection.execute(large)).rejects.toThrow(RangeError)
  await expect(connection.execute({ sql: 'SELECT ?', args: [Number.NaN] })).rejects.toThrow(RangeError)
  await expect(connection.execute({ sql: 'SELECT ?', args: [undefined as never] })).rejects.toThrow(TypeError)
})

test('a statement that is kept knows a column that came later', async () => {
  const all = 'SELECT * FROM lamps ORDER BY id LIMIT 1'
  expect({ ...(await connection.execute(all)).rows[0] }).not.toContainKey('shade')
  await client.execute("ALTER TABLE lamps ADD COLUMN shade text DEFAULT 'linen'")
  expect((await connection.execute(all)).rows[0]).toMatchObject({ name: 'desk', shade: 'linen' })
})

test('a reading sees one moment, and a failure within ends it', async () => {
  const count = async () => (await connection.execute('SELECT count(*) AS lamps FROM lamps')).rows[0]?.lamps
  const before = await count()
  await connection.reading(async () => {
    expect(await count()).toBe(before)
    await client.execute("INSERT INTO lamps (name) VALUES ('hall')")
    expect(await count()).toBe(before)
    await expect(connection.executeEach(['SELECT 1', 'SELECT nothing'])).rejects.toMatchObject({ statementIndex: 1 })
  })
  expect(await count()).toBe(Number(before) + 1)
  await expect(connection.reading(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  await expect(connection.batch(['SELECT 1'], 'read')).resolves.toHaveLength(1)
})

test('no statement that was read to its end holds a lock', async () => {
  await connection.execute('SELECT name FROM lamps')
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)').then(({ rows }) => expect(rows[0]?.busy).toBe(0))
})

test('a lock that does not go is told as such; a connection that begins again, or is closed, answers so', async () => {
  const other = await client.transaction('write')
  await expect(connection.batch(['SELECT 1'])).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
  other.close()
  connection.reopen()
  expect(await connection.batch(['SELECT 1'])).toHaveLength(1)
  connection.close()
  await expect(connection.execute('SELECT 1')).rejects.toMatchObject({ code: 'CLIENT_CLOSED' })
  connection.reopen()
})

test('more statements than are kept work all the same', async () => {
  for (let nth = 0; nth < 1_200; nth++)
    expect((await connection.execute(`SELECT ${nth} AS nth`)).rows[0]?.nth).toBe(nth)
  expect((await connection.execute('SELECT 0 AS nth')).rows[0]?.nth).toBe(0)
})
