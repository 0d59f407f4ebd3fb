import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { parseEnv } from '../env'
import { SQLD, startDatabase } from '../test-support/database-server'
import { market } from '../test-support/markets-kit'
import { type MarketsDirectory, openMarketsDirectory } from './markets-directory'

let folder: string
let directory: MarketsDirectory

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trestle-directory-'))
  directory = await openMarketsDirectory(join(folder, 'markets.db'))
})

afterEach(() => {
  directory.close()
  rmSync(folder, { recursive: true, force: true })
})

const SERVER = 'https://database.example'

test('markets are listed as they were added', async () => {
  const paris = market('paris', { databaseUrl: SERVER, namespace: 'paris', feeBps: 1000, tagline: 'Le marché' })
  await directory.add(market('rome', { state: 'closed' }))
  await directory.add(paris)
  expect(await directory.list()).toEqual({ markets: [paris, market('rome', { state: 'closed' })], broken: [] })
  await directory.setState('rome', 'open')
  expect((await directory.list()).markets[1]?.state).toBe('open')
})

test.each([
  ['name', market('paris', { host: 'elsewhere.example' })],
  ['host', market('rome', { host: 'paris.example' })],
  ['database', market('rome', { databaseUrl: SERVER, namespace: 'paris' })],
])('two markets never have the same %s', async (_what, second) => {
  await directory.add(market('paris', { databaseUrl: SERVER, namespace: 'paris' }))
  await expect(directory.add(second)).rejects.toThrow('Another market has this name, this host or this database.')
  expect((await directory.list()).markets).toHaveLength(1)
})

test('markets in files, and several databases of one server, stand beside each other', async () => {
  await directory.add(market('a'))
  await directory.add(market('b'))
  await directory.add(market('c', { databaseUrl: SERVER, namespace: 'c' }))
  await directory.add(market('d', { databaseUrl: SERVER, namespace: 'd' }))
  expect((await directory.list()).markets).toHaveLength(4)
})

test.each([
  [{ name: '../etc' }, 'name must be'],
  [{ name: '' }, 'name must be'],
  [{ name: 'Paris' }, 'name must be'],
  [{ name: 'p'.repeat(41) }, 'name must be'],
  [{ host: 'Paris.example' }, 'host must be'],
  [{ host: 'paris.example:3000' }, 'host must be'],
  [{ host: 'paris.example/path' }, 'host must be'],
  [{ host: 'paris.example.' }, 'host must be'],
  [{ host: 'pârîs.example' }, 'host must be'],
  [{ host: '' }, 'host must be'],
  [{ databaseUrl: 'https://database.example/' }, 'database_url must be'],
  [{ databaseUrl: 'libsql://database.example' }, 'database_url must be'],
  [{ databaseUrl: 'https://DATABASE.example' }, 'database_url must be'],
])('%j is refused with words that name the column', async (wrong, words) => {
  await expect(directory.add({ ...market('paris'), ...wrong })).rejects.toThrow(words)
})

test('a row that was written by hand and is not right is told, and leaves the others in', async () => {
  await directory.add(market('paris'))
  const client = createClient({ url: `file:${join(folder, 'markets.db')}` })
  await client.execute(`INSERT INTO markets (name, host, zone) VALUES ('-', 'x y', 'Europe/Rome')`)
  await expect(
    client.execute(`INSERT INTO markets (name, host, zone) VALUES ('a/b', 'b', 'Europe/Rome')`),
  ).rejects.toThrow('CHECK')
  await expect(client.execute(`UPDATE markets SET state = 'gone'`)).rejects.toThrow('CHECK')
  client.close()
  const { markets, broken } = await directory.list()
  expect(markets.map(({ name }) => name)).toEqual(['paris'])
  expect(broken).toEqual([{ name: '-', fault: expect.stringMatching(/name must be .*; host must be/) }])
})

test('a market is changed, but not to the host of another one', async () => {
  await directory.add(market('paris'))
  await directory.add(market('rome'))
  const moved = market('paris', { databaseUrl: SERVER, namespace: 'paris', feeBps: 30, host: 'www.paris.example' })
  await directory.change(moved)
  await expect(directory.change({ ...moved, host: 'rome.example' })).rejects.toThrow('another one has its host')
  await expect(directory.change(market('oslo'))).rejects.toThrow('There is no market "oslo"')
  await expect(directory.change({ ...moved, host: 'Paris' })).rejects.toThrow('host must be')
  expect((await directory.list()).markets).toEqual([moved, market('rome')])
})

test('a state of a market that is not there is a fault', async () => {
  await expect(directory.setState('paris', 'closed')).rejects.toThrow('There is no market "paris".')
})

test.skipIf(!SQLD)('the directory lies on a database server too', async () => {
  const server = await startDatabase()
  try {
    await server.create('directory')
    const { markets: place } = parseEnv({ MARKETS_DATABASE: server.url, MARKETS_NAMESPACE: 'directory' })
    const onServer = await openMarketsDirectory(place ?? '')
    await onServer.add(market('paris'))
    await expect(onServer.add(market('paris'))).rejects.toThrow('Another market')
    expect((await onServer.list()).markets).toEqual([market('paris')])
    onServer.close()
  } finally {
    await server.close()
  }
})
