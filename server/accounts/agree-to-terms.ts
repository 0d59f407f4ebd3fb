import { eq } from 'drizzle-orm'
import { TERMS_VERSION } from '#schema/consent'
import { Refusal } from '#schema/errors'
import { updateStep } from '../db/steps'
import { users } from '../db/tables'
import type { Deps } from '../deps'

/** Stores which terms a person has agreed to. @throws Refusal `client_too_old` when they have read others than hold now */
export async function agreeToTerms(deps: Deps, userId: number, version: string): Promise<number> {
  if (version !== TERMS_VERSION) throw new Refusal('client_too_old')
  const agreed = { termsVersion: version, termsAt: deps.now().toISOString() }
  const { seq } = await deps.db.write(() => [updateStep(users, agreed, eq(users.id, userId))])
  return seq
}
