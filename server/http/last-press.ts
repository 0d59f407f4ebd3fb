import { and, eq } from 'drizzle-orm'
import type { Db } from '../db/client'
import { build, type Step, step } from '../db/steps'
import { lastEdits } from '../db/tables'
import { deviceWords } from './device-words'
import { readPressedAt } from './pressed-at'
import type { SessionUser } from './session-user'

/** A press that sets how a thing stands, as its owner made it on one of several devices. */
export interface Press {
  kind: 'listing.show' | 'item.pause' | 'item.archive'
  subjectId: number
  userId: number
  /** Never later than now. */
  at: string
  device: string
}

export function pressOf(
  kind: Press['kind'],
  subjectId: number,
  { user, request, now }: { user: SessionUser; request: Request; now: Date },
): Press {
  const device = deviceWords(request.headers.get('user-agent'))
  return { kind, subjectId, userId: user.id, at: readPressedAt(request, now), device }
}

/**
 * Reads whether a press comes too late, because one that was made after it has arrived before it. Called within a write.
 * @returns the steps that note a press which counts
 */
export async function takePress(db: Db, press: Press): Promise<{ isLate: boolean; steps: Step[] }> {
  const ofThing = and(eq(lastEdits.kind, press.kind), eq(lastEdits.subjectId, press.subjectId))
  const [last] = await db.read.select({ at: lastEdits.at }).from(lastEdits).where(ofThing)
  if (last && last.at > press.at) return { isLate: true, steps: [] }
  const { at, device } = press
  const note = build
    .insert(lastEdits)
    .values(press)
    .onConflictDoUpdate({ target: [lastEdits.kind, lastEdits.subjectId], set: { at, device } })
  return { isLate: false, steps: [step(note)] }
}
