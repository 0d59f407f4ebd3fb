import { and, count, eq } from 'drizzle-orm'
import { build, type Step, step, updateStep } from '../db/steps'
import { accountOps, users } from '../db/tables'
import type { Deps } from '../deps'
import type { SessionUser } from '../http/session-user'
import { ProviderError, type Sent } from './gateway'
import { providerCall } from './provider-call'
import { isForgotten } from './send-command'

type AccountKind = 'customer' | 'account'
type AccountCommand = typeof accountOps.$inferSelect & { kind: AccountKind }

/**
 * Makes an object that a person has once at the provider: a row first, then the call under the row's key, then both noted in one
 * batch. A lost answer is asked for again under the same key, and a day later looked up.
 */
export async function makeOnce(deps: Deps, user: SessionUser, kind: AccountKind): Promise<string> {
  const command = await openCommand(deps, user, kind)
  if (!isForgotten({ sentAt: command.createdAt }, deps.now())) return make(deps, command)
  const wanted: Sent =
    kind === 'customer' ? { kind, email: command.request.email } : { kind, since: new Date(command.createdAt) }
  const found = await providerCall(() => deps.payments.gateway.findSent(wanted, command.businessKey))
  if (found) return noteMade(deps, command, found.id)
  await end(deps, command, { state: 'failed' })
  return make(deps, await openCommand(deps, user, kind))
}

/** Ends what was begun for a person and never answered, so that nothing stays at the provider of which nobody knows. */
export async function settleOpenCommands(deps: Deps, user: SessionUser): Promise<void> {
  for (const kind of ['customer', 'account'] as const)
    if (await findOpen(deps, user.id, kind)) await makeOnce(deps, user, kind)
}

export function accountKey(userId: number, kind: (typeof accountOps.$inferSelect)['kind'], attempt: number): string {
  return `user:${userId}:${kind}:${attempt}`
}

async function findOpen({ db }: Deps, userId: number, kind: AccountKind): Promise<AccountCommand | null> {
  const [open] = await db.read
    .select()
    .from(accountOps)
    .where(and(eq(accountOps.userId, userId), eq(accountOps.kind, kind), eq(accountOps.state, 'new')))
  return open ? { ...open, kind } : null
}

/** The command that is still open, else a new one. */
async function openCommand(deps: Deps, user: SessionUser, kind: AccountKind): Promise<AccountCommand> {
  const { value } = await deps.db.write(async () => {
    const open = await findOpen(deps, user.id, kind)
    if (open) return { value: open, steps: [] }
    const own = and(eq(accountOps.userId, user.id), eq(accountOps.kind, kind))
    const [ended] = await deps.db.read.select({ count: count() }).from(accountOps).where(own)
    const command: AccountCommand = {
      businessKey: accountKey(user.id, kind, (ended?.count ?? 0) + 1),
      userId: user.id,
      kind,
      request: { email: user.email, name: user.username },
      state: 'new',
      providerId: null,
      createdAt: deps.now().toISOString(),
      doneAt: null,
    }
    return { value: command, steps: [step(build.insert(accountOps).values(command))] }
  })
  return value
}

async function make(deps: Deps, command: AccountCommand): Promise<string> {
  const { gateway } = deps.payments
  const { userId: id, kind, request, businessKey: key } = command
  const call = () =>
    kind === 'customer'
      ? gateway.createCustomer({ id, ...request }, key)
      : gateway.createPayoutAccount({ id, ...request }, key)
  try {
    return await noteMade(deps, command, await providerCall(call))
  } catch (error) {
    // Refused for good: what is asked for the next time, perhaps with another address, is another command.
    if (error instanceof ProviderError && error.failure === 'refused') await end(deps, command, { state: 'failed' })
    throw error
  }
}

async function noteMade(deps: Deps, command: AccountCommand, providerId: string): Promise<string> {
  const id = command.kind === 'customer' ? { stripeCustomerId: providerId } : { stripeAccountId: providerId }
  const remember = updateStep(users, id, eq(users.id, command.userId))
  await end(deps, command, { state: 'done', providerId }, [remember])
  return providerId
}

async function end(
  deps: Deps,
  { businessKey }: AccountCommand,
  changes: Pick<AccountCommand, 'state'> & Partial<AccountCommand>,
  also: Step[] = [],
): Promise<void> {
  const doneAt = deps.now().toISOString()
  const ended = build
    .update(accountOps)
    .set({ ...changes, doneAt })
    .where(eq(accountOps.businessKey, businessKey))
  await deps.db.write(() => [step(ended), ...also])
}
