import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COPIED_WITHIN_MS, playBucket } from './bucket-drill'
import { type Mode, overCluster, overFile, playRestore } from './restore-drill'

const PEOPLE = 20
const SERVERS = 3
const PRESSED_MS = 10_000

/**
 * Plays the loss of a database: that of one server and that of a cluster are restored from a backup, that of another cluster
 * comes back from its bucket. @returns the exit code
 */
export async function runRestoreDrill(): Promise<number> {
  const wrong = [
    ...(await inFolder((folder) => restoreBackup('one server', folder, overFile))),
    ...(await inFolder((folder) => restoreBackup('a cluster', folder, overCluster(SERVERS)))),
    ...(await inFolder(comeBack)),
  ]
  for (const fault of wrong) console.log(fault)
  return wrong.length === 0 ? 0 : 1
}

async function restoreBackup(whose: string, folder: string, mode: Mode): Promise<string[]> {
  const { copied, lost, backupMs, restoreMs, wrong } = await playRestore(folder, PEOPLE, mode)
  console.log(
    `The disk of ${whose} is lost: ${copied} presses were confirmed before the copy, and all are there: ${yesOrNo(wrong)}`,
  )
  console.log(`${lost} presses were confirmed after the copy, and are lost, as they must be`)
  console.log(`The backup took ${Math.round(backupMs)} ms, restore and start ${Math.round(restoreMs)} ms`)
  return wrong
}

async function comeBack(folder: string): Promise<string[]> {
  const { confirmed, lost, lostMs, restoreMs, wrong } = await playBucket(folder, PEOPLE, SERVERS, PRESSED_MS)
  const within = `${COPIED_WITHIN_MS / 1_000} s`
  console.log(
    `${confirmed} presses were confirmed before a kill, and all but those of the last ${within} are there: ${yesOrNo(wrong)}`,
  )
  console.log(`${lost} presses are lost, the oldest was confirmed ${Math.round(lostMs)} ms before the kill`)
  console.log(`The way back from the bucket and the start took ${Math.round(restoreMs)} ms`)
  return wrong
}

const yesOrNo = (wrong: string[]) => (wrong.length === 0 ? 'yes' : 'NO')

async function inFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-restored-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
