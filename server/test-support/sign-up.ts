import { eq } from 'drizzle-orm'
import type { OperatorRole } from '#schema/operator'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import { linkToken } from '../mail/account-links'
import { findLink } from '../mail/mail-queries'
import { operatorStep } from '../operator/operator-steps'
import type { TestApp } from './test-app'

export interface TestPerson {
  id: number
  username: string
  /** The cookie header of their browser. */
  as: string
}

export const TEST_ADDRESS = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
export const TEST_PASSWORD = 'correct horse'

/** Registers somebody through the API, as the sign-in page does; they confirm their address by the link that is mailed to them. */
export async function signUp(t: TestApp, username: string, further: Record<string, unknown> = {}): Promise<TestPerson> {
  const body = { username, password: TEST_PASSWORD, email: 'person@example.com', ...further }
  const answer = await t.call('POST', '/api/register', { body })
  if (answer.status !== 201) throw new Error(`${username} could not register: ${JSON.stringify(answer.body)}`)
  await confirmAddress(t, answer.body.id)
  return { id: answer.body.id, username, as: cookieOf(answer.headers) }
}

/** Uses the link that waits in the mails for this person. */
async function confirmAddress(t: TestApp, userId: number): Promise<void> {
  const { db, env, mail } = t.deps
  if (mail.mode === 'off') return
  const link = await findLink(db, userId, 'verify')
  if (!link) throw new Error('No link was written')
  const { status, body } = await t.call('POST', '/api/email-link', { body: { token: linkToken(env.dataDir, link) } })
  if (status !== 200) throw new Error(`The link was refused: ${JSON.stringify(body)}`)
}

/** @returns the cookie header of a fresh session */
export async function signIn(t: TestApp, username: string): Promise<string> {
  const { headers } = await t.call('POST', '/api/login', { body: { username, password: TEST_PASSWORD } })
  return cookieOf(headers)
}

/** Somebody who has an address and a payout account, so that they may post rentals. */
export async function signUpHost(t: TestApp, username: string): Promise<TestPerson> {
  const person = await signUp(t, username, TEST_ADDRESS)
  const ready = build.update(users).set({ hasCompletedStripeOnboarding: true }).where(eq(users.id, person.id))
  await t.deps.db.write(() => [step(ready)])
  return person
}

/** Somebody who may decide claims, refund, hide and suspend. */
export async function signUpOperator(t: TestApp, username: string, role: OperatorRole = 'admin'): Promise<TestPerson> {
  const person = await signUp(t, username)
  await t.deps.db.write(() => [operatorStep(person.id, true, role)])
  return person
}

/** The session cookie that an answer sets, as a browser sends it back. */
export function cookieOf(headers: Headers): string {
  return headers.get('set-cookie')?.split(';')[0] ?? ''
}
