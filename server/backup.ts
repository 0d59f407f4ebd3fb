import { mkdirSync } from 'node:fs'
import { Refusal } from '#schema/errors'
import { BackupFault } from './backup/backup-fault'
import { openPlace } from './backup/backup-place'
import { parsePlace } from './backup/copies'
import { otherKeys } from './backup/other-keys'
import { restoreCopy } from './backup/restore-copy'
import { restoreToServer } from './backup/restore-server'
import { takeBackup } from './backup/take-backup'
import { databaseSourceOf } from './db/database-source'
import { openDatabase } from './db/open-database'
import { keepPrivate } from './db/private-files'
import { type Env, EnvError, parseEnv } from './env'
import { describeError } from './http/describe-error'
import { findMarketEnv } from './markets/market-commands'
import { MarketFault } from './markets/markets-directory'
import { prepareDatabase } from './prepare-database'
import { openPhotos } from './storage/open-storage'
import { isBehindHighWater, restartBeyond, writeHighWater } from './sync/clock'
import { openFeed } from './sync/feed'

/** `npm run backup -- PLACE` and `npm run restore -- PLACE[/COPY]`; a place is a folder or `s3://bucket/folder`. */
const HELP = `npm run backup -- <place>           copies the database, its keys and its photos, beside a running server too
npm run restore -- <place>[/<copy>]  puts the newest or the named copy in the place of DATA_DIR's database, or, with
                                     DATABASE_URL, into a namespace that is empty
        with --moved behind it       keeps the epoch: the database stood still since the copy, and the copy takes its place
        with --market <name> behind all, either does that for one market of MARKETS_DATABASE
A place is a folder, or s3://bucket/folder (S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY).`

process.exit(await run())

async function run(): Promise<number> {
  const args = process.argv.slice(2)
  const market = args.at(-2) === '--market' ? (args.at(-1) ?? '') : null
  const [command, place, option] = market === null ? args : args.slice(0, -2)
  const isMoved = command === 'restore' && option === '--moved'
  if (!place || (option !== undefined && !isMoved) || (command !== 'take' && command !== 'restore')) {
    console.error(HELP)
    return 2
  }
  try {
    const env = await readEnv(market)
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
    keepPrivate(env.dataDir)
    return await (command === 'take' ? take(env, place) : restore(env, place, isMoved))
  } catch (error) {
    if (error instanceof Refusal) console.error(describeError(error).cause ?? error.message)
    else if (error instanceof BackupFault || error instanceof EnvError || error instanceof MarketFault)
      console.error(error.message)
    else throw error
    return 1
  }
}

async function readEnv(market: string | null): Promise<Env> {
  const env = parseEnv(process.env)
  if (market !== null) return findMarketEnv(process.env, env, market)
  if (env.markets) throw new EnvError(['MARKETS_DATABASE is set: name a market by --market behind the place'])
  return env
}

async function take(env: Env, place: string): Promise<number> {
  const taken = await takeBackup(env, openPhotos(env), openPlace(place, env.s3), new Date())
  const { copy, manifest, newPhotos, missing, removed } = taken
  console.log(`Copy ${copy}: change ${manifest.seq}, ${manifest.photos.length} photo files, ${newPhotos} of them new.`)
  console.log('Read back and checked: pages, foreign keys, books, digests.')
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`)
  if (missing.length > 0) console.error(`These photos are nowhere: ${missing.join(', ')}`)
  return missing.length > 0 ? 1 : 0
}

async function restore(env: Env, text: string, isMoved: boolean): Promise<number> {
  const { place, copy } = parsePlace(text)
  const store = openPlace(place, env.s3)
  const source = databaseSourceOf(env)
  const restored = env.database
    ? { replaced: null, ...(await restoreToServer({ ...env, database: env.database }, openPhotos(env), store, copy)) }
    : await restoreCopy(env.dataDir, openPhotos(env), store, copy, new Date())
  await prepareDatabase(source)
  const db = await openDatabase(source)
  const { replaced: before, manifest } = restored
  const feed = await openFeed(db, () => new Date())
  const deps = { env, db, feed }
  // Without the database that was there before, nobody knows how far devices have come, unless it is told.
  const isOlder = isMoved
    ? await isBehindHighWater(deps)
    : before?.epoch !== manifest.epoch || before?.seq !== manifest.seq
  if (isOlder) await restartBeyond(deps, before?.seq ?? 0)
  else await writeHighWater(deps)
  await db.close()
  console.log(`The copy ${restored.copy} is in its place; ${restored.newPhotos} photo files were fetched.`)
  if (before)
    console.log(`The files that were there before are in ${before.folder}: delete them when nobody needs them.`)
  if (env.database) for (const line of otherKeys(env, manifest)) console.log(line)
  console.log(
    isOlder
      ? 'The database has a new epoch: every device fetches afresh, sends what it has not sent, and asks for each receipt of the last 28 days whether the server still has its write.'
      : 'The copy is as new as the database was: devices notice nothing.',
  )
  return 0
}
