import { createHash } from 'node:crypto'
import { build, step } from '../db/steps'
import { uploads } from '../db/tables'
import type { TestApp } from './test-app'

/** The address of an upload, which need not exist; the same name is the same address. */
export function testPhoto(name: string): string {
  return `/uploads/${hashOf(name)}.jpg`
}

/** Makes `testPhoto(name)` an upload of this person's: its row, without a file. */
export async function keepTestPhoto(t: TestApp, { id }: { id: number }, name: string): Promise<void> {
  const row = { userId: id, sha256: hashOf(name), bytes: 1, width: 40, height: 30, tint: '#9caf88' }
  const insert = build.insert(uploads).values({ ...row, createdAt: t.clock.now.toISOString() })
  await t.deps.db.write(() => [step(insert)])
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
