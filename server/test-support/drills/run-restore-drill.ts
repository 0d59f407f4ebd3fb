import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { playRestore } from './restore-drill'

/** Plays the loss of a cluster's database and its restore, with 20 people and three servers. @returns the exit code */
export async function runRestoreDrill(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-restored-'))
  try {
    const { copied, lost, backupMs, restoreMs, wrong } = await playRestore(folder, 20, 3)
    console.log(
      `${copied} presses were confirmed before the copy, and all are there: ${wrong.length === 0 ? 'yes' : 'NO'}`,
    )
    console.log(`${lost} presses were confirmed after the copy, and are lost, as they must be`)
    console.log(`The backup took ${Math.round(backupMs)} ms, restore and start ${Math.round(restoreMs)} ms`)
    for (const fault of wrong) console.log(fault)
    return wrong.length === 0 ? 0 : 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
