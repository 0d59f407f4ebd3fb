import type { HeldBecause } from '#schema/earnings'
import type { Deps } from '../deps'
import { type Intent, type PaymentGateway, ProviderError, type Refund, type Sent } from './gateway'
import {
  aboutOf,
  type CommandKind,
  type CommandOutcome,
  type CommandTarget,
  holderOf,
  isSendingOn,
  type PaymentCommand,
} from './payment-commands'

const LAPSED = new ProviderError('unavailable', 'lapsed', 'Its time to be sent is over.')

/** A call that was made before its sale ended has arrived by then, or never will. */
const ARRIVED_MS = 10 * 60_000
/** An hour less than the provider remembers a key. */
const KEY_LIFE_MS = 23 * 3_600_000

/**
 * Makes the call of a command, unless its sender was stopped for so long that another one may send in its place. It never
 * touches the database.
 */
export async function sendCommand(
  gateway: PaymentGateway,
  command: PaymentCommand,
  target: CommandTarget,
  now: Date,
): Promise<CommandOutcome> {
  if (command.sendUntil && now >= new Date(command.sendUntil)) return { kind: 'later', error: LAPSED }
  try {
    if (target.sendingWaits) return await findSentOn(gateway, command, target, now)
    if (isForgotten(command, now)) return await findOutcome(gateway, command, target)
    if (target.endedAt && isFirstTaking(command)) return await findTaken(gateway, command, target, now)
    return await callProvider(gateway, command, target)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    // The provider is already past this step: what it says the intent is now is the answer.
    if (error.failure === 'wrong_state' && target.intentId) {
      const intent = error.intent ?? (await gateway.getIntent(target.intentId))
      if (reached(command.kind, intent)) return { kind: 'done', intent, providerId: intent.id }
      return { kind: 'failed', error: new ProviderError(error.failure, error.providerCode, error.message, intent) }
    }
    return { kind: error.failure === 'unavailable' ? 'later' : 'failed', error }
  }
}

/** The provider forgets a key after 24 hours; sent after that, a command would be a new one. */
export function isForgotten({ sentAt }: Pick<PaymentCommand, 'sentAt'>, now: Date): boolean {
  return sentAt !== null && now.getTime() - Date.parse(sentAt) > KEY_LIFE_MS
}

const isFirstTaking = ({ kind }: PaymentCommand) => kind === 'hold' || kind === 'charge'

/**
 * Nothing is taken for something that is over. A call whose answer was lost is looked up, so that what it took, or may take yet,
 * goes back.
 */
async function findTaken(
  gateway: PaymentGateway,
  command: PaymentCommand,
  target: CommandTarget,
  now: Date,
): Promise<CommandOutcome> {
  const outcome = await findOutcome(gateway, command, target)
  if (outcome.kind !== 'failed') return outcome
  const { intent } = outcome.error
  if (intent) return intent.state === 'released' ? outcome : done(intent)
  const mayArrive = now.getTime() - Date.parse(target.endedAt ?? '') < ARRIVED_MS
  return mayArrive ? { ...outcome, kind: 'later' } : outcome
}

/**
 * Nothing is sent on that somebody holds by now. A call whose answer was lost is looked up; the money that left has left. A
 * transfer that is not found is looked up once more after a time in which nobody sends it: until then a call may be on its way.
 */
async function findSentOn(
  gateway: PaymentGateway,
  command: PaymentCommand,
  target: CommandTarget,
  now: Date,
): Promise<CommandOutcome> {
  const outcome = await findOutcome(gateway, command, target)
  if (outcome.kind !== 'failed') return outcome
  const error = new ProviderError('refused', target.sendingWaits ?? '', 'It waits, and was not sent.')
  // A sender whose list is old by now may have taken it before its time.
  const hasWaited = holderOf(command.errorCode) !== null && now >= new Date(command.nextAt)
  return hasWaited ? { kind: 'failed', error } : { kind: 'later', error, pauseMs: ARRIVED_MS }
}

/** Why the owner's part did not leave, by how its transfer failed. */
export function whyUnsent({ providerCode }: ProviderError): HeldBecause {
  return holderOf(providerCode) ?? 'payout_account'
}

async function callProvider(
  gateway: PaymentGateway,
  command: PaymentCommand,
  target: CommandTarget,
): Promise<CommandOutcome> {
  const { kind, businessKey: key } = command
  if (kind === 'hold' || kind === 'damage' || kind === 'charge')
    return done(await takeFromCard(gateway, command, target))
  if (isSendingOn(command)) return sent(await sendOn(gateway, command, target))
  if (kind === 'reversal')
    return sent(await gateway.reverse(command.targetId ?? '', command.amount, aboutOf(command), key))
  // Nothing was ever asked of the provider for this booking, so there is nothing to undo.
  if (!target.intentId) return { kind: 'done', intent: null, providerId: null }
  if (kind === 'refund') return refunded(await gateway.refund(target.intentId, command.amount, aboutOf(command), key))
  return done(
    kind === 'capture' ? await gateway.capture(target.intentId, key) : await gateway.release(target.intentId, key),
  )
}

const done = (intent: Intent): CommandOutcome => ({ kind: 'done', intent, providerId: intent.id })
const sent = (providerId: string): CommandOutcome => ({ kind: 'done', intent: null, providerId })
/** A refund that has failed since is done too: what it moved, it has moved back, and both are booked. */
const refunded = ({ id }: Refund) => sent(id)

/** A hold for an offer; or the price of damage, first from the saved card, then for the renter to pay in the page. */
function takeFromCard(gateway: PaymentGateway, command: PaymentCommand, target: CommandTarget): Promise<Intent> {
  const { businessKey: key, amount } = command
  const { customerId, cardId, description } = target
  if (!customerId || !cardId) throw new ProviderError('refused', 'no_card', 'There is no card to hold the amount on.')
  const bookingId = command.bookingId ?? 0
  if (command.kind === 'hold')
    return gateway.createHold(
      { bookingId, attempt: target.attempt, amount: target.totalAmount, customerId, cardId, description },
      key,
    )
  if (command.kind === 'charge') {
    const purchase = { purchaseId: command.purchaseId ?? 0, returnUrl: target.returnUrl }
    return gateway.chargePresent({ ...purchase, amount, customerId, cardId, description }, key)
  }
  const charge = { bookingId, amount, customerId, description: `Damage: ${description}` }
  return isFirst(command) ? gateway.chargeSaved({ ...charge, cardId }, key) : gateway.openCharge(charge, key)
}

const isFirst = ({ businessKey: key }: PaymentCommand) => key.endsWith(':1')

function sendOn(gateway: PaymentGateway, command: PaymentCommand, target: CommandTarget): Promise<string> {
  const { amount, businessKey: key } = command
  const { accountId, damageChargeId } = target
  if (!accountId) throw new ProviderError('refused', 'no_account', 'There is no account to send the amount to.')
  const chargeId = command.kind === 'transfer' ? target.chargeId : damageChargeId
  return gateway.transfer({ about: aboutOf(command), amount, accountId, chargeId }, key)
}

/**
 * The outcome of a command whose answer was lost and whose key the provider no longer knows. It is looked up by the
 * name that it carries and never sent a second time; taking or releasing a hold is safe, the hold itself allows it once.
 */
async function findOutcome(
  gateway: PaymentGateway,
  command: PaymentCommand,
  target: CommandTarget,
): Promise<CommandOutcome> {
  if (command.kind === 'capture' || command.kind === 'release') {
    const { intentId } = target
    const intent = intentId ? await look(() => gateway.getIntent(intentId)) : null
    return intent && reached(command.kind, intent) ? done(intent) : callProvider(gateway, command, target)
  }
  const wanted = whatItMade(command, target)
  const found = wanted && (await look(() => gateway.findSent(wanted, command.businessKey)))
  if (!found) return failed('never_arrived', null)
  const { id, intent } = found
  if (!intent) return sent(id)
  const isPaid = intent.state === 'captured' || intent.state === 'needs_action' || command.kind === 'hold'
  return isPaid ? done(intent) : failed('declined', intent)
}

/** An answer that cannot be read says nothing about the command's outcome: the command is looked up again later. */
async function look<Value>(read: () => Promise<Value>): Promise<Value> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ProviderError('unavailable', error.providerCode, error.message)
  }
}

function failed(code: string, intent: Intent | null): CommandOutcome {
  return { kind: 'failed', error: new ProviderError('refused', code, 'The command did not succeed.', intent) }
}

function whatItMade(command: PaymentCommand, { intentId, customerId }: CommandTarget): Sent | null {
  switch (command.kind) {
    case 'transfer':
    case 'damage_transfer':
      return { kind: 'transfer', about: aboutOf(command) }
    case 'reversal':
      return command.targetId ? { kind: 'reversal', transferId: command.targetId } : null
    case 'refund':
      return intentId ? { kind: 'refund', intentId } : null
    default:
      return customerId ? { kind: 'intent', customerId, since: new Date(command.createdAt) } : null
  }
}

function reached(kind: CommandKind, intent: Intent): boolean {
  return (kind === 'capture' && intent.state === 'captured') || (kind === 'release' && intent.state === 'released')
}

/** Says that a command ended in failure; money that only waits to be sent on is no fault of ours. */
export function logFailedCommand({ log }: Deps, command: PaymentCommand, error: ProviderError): void {
  log({
    level: isSendingOn(command) ? 'warn' : 'error',
    what: 'payment command failed',
    key: command.businessKey,
    code: error.providerCode,
  })
}
