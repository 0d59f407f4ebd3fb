import { createHash } from 'node:crypto'
import { build, step } from '../db/steps'
import { uploads } from '../db/tables'
import type { TestApp } from './test-app'

/** The address of an upload, which need not exist; the same name is the same address. */
export function testPhoto(name: string): string {
  return `/uploads/${hashOf(name)}.jpg`
}

/** Makes the photos of these names uploads of this person's: their rows, without files. */
export async function keepTestPhoto(t: TestApp, { id }: { id: number }, ...names: string[]): Promise<void> {
  const common = { userId: id, bytes: 1, width: 40, height: 30, tint: '#9caf88', createdAt: t.clock.now.toISOString() }
  const rows = names.map((name) => ({ ...common, sha256: hashOf(name) }))
  await t.deps.db.write(() => [step(build.insert(uploads).values(rows).onConflictDoNothing())])
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex')
}
