import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from '#schema/errors'
import { BackupFault } from './backup/backup-fault'
import { openPlace } from './backup/backup-place'
import { parsePlace } from './backup/copies'
import { restoreCopy } from './backup/restore-copy'
import { takeBackup } from './backup/take-backup'
import { openDatabase } from './db/open-database'
import { keepPrivate } from './db/private-files'
import { type Env, EnvError, parseEnv } from './env'
import { prepareDatabase } from './prepare-database'
import { openPhotos } from './storage/open-storage'
import { restartBeyond } from './sync/clock'
import { openFeed } from './sync/feed'

/** `npm run backup -- PLACE` and `npm run restore -- PLACE[/COPY]`; a place is a folder or `s3://bucket/folder`. */
const HELP = `npm run backup -- <place>           copies the database, its keys and its photos, beside a running server too
npm run restore -- <place>[/<copy>]  puts the newest or the named copy in the place of DATA_DIR's database
A place is a folder, or s3://bucket/folder (S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY).`

process.exit(await run())

async function run(): Promise<number> {
  const [command, place] = process.argv.slice(2)
  if (!place || (command !== 'take' && command !== 'restore')) {
    console.error(HELP)
    return 2
  }
  try {
    const env = parseEnv(process.env)
    if (env.database)
      throw new BackupFault('DATABASE_URL names a database server, which makes its own copies: see docs/going-live.md')
    mkdirSync(env.dataDir, { recursive: true, mode: 0o700 })
    keepPrivate(env.dataDir)
    return await (command === 'take' ? take : restore)(env, place)
  } catch (error) {
    if (error instanceof Refusal) console.error(String(error.cause))
    else if (error instanceof BackupFault || error instanceof EnvError) console.error(error.message)
    else throw error
    return 1
  }
}

async function take(env: Env, place: string): Promise<number> {
  const taken = await takeBackup(env.dataDir, openPhotos(env), openPlace(place, env.s3), new Date())
  const { copy, manifest, newPhotos, missing, removed } = taken
  console.log(`Copy ${copy}: change ${manifest.seq}, ${manifest.photos.length} photo files, ${newPhotos} of them new.`)
  console.log('Read back and checked: pages, foreign keys, books, digests.')
  if (removed.length > 0) console.log(`Removed: ${removed.join(', ')}`)
  if (missing.length > 0) console.error(`These photos are nowhere: ${missing.join(', ')}`)
  return missing.length > 0 ? 1 : 0
}

async function restore(env: Env, text: string): Promise<number> {
  const { place, copy } = parsePlace(text)
  const restored = await restoreCopy(env.dataDir, openPhotos(env), openPlace(place, env.s3), copy, new Date())
  const url = `file:${join(env.dataDir, 'trestle.db')}`
  await prepareDatabase(url)
  const db = await openDatabase(url)
  const { replaced: before, manifest } = restored
  // Without the database that was there before, nobody knows how far devices have come.
  const isOlder = before?.epoch !== manifest.epoch || before?.seq !== manifest.seq
  if (isOlder) await restartBeyond({ env, feed: await openFeed(db, () => new Date()) }, before?.seq ?? 0)
  await db.close()
  console.log(`The copy ${restored.copy} is in its place; ${restored.newPhotos} photo files were fetched.`)
  if (before)
    console.log(`The files that were there before are in ${before.folder}: delete them when nobody needs them.`)
  console.log(
    isOlder
      ? 'The database has a new epoch: every device fetches afresh, sends what it has not sent, and asks for each receipt of the last 28 days whether the server still has its write.'
      : 'The copy is as new as the database was: devices notice nothing.',
  )
  return 0
}
