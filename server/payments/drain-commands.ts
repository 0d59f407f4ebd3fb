import { sendBookingCommand } from '../bookings/booking-payments'
import type { Deps } from '../deps'
import { describeError } from '../http/describe-error'
import { sendPurchaseCommand } from '../purchases/purchase-payments'
import {
  type About,
  businessKey,
  type CommandKind,
  dueCommands,
  findCommand,
  markSent,
  type PaymentCommand,
} from './payment-commands'

/** Commands under way in this process, so that a press and the timer never send one at the same moment. */
const underWay = new Map<string, Promise<void>>()

/** Sends one command now and records what came of it. */
export async function runCommand(deps: Deps, about: About, kind: CommandKind, attempt: number): Promise<void> {
  const command = await findCommand(deps.db, businessKey(about, kind, attempt))
  if (command?.state === 'new') await sendOnce(deps, command)
}

/** Sends every command that is due, oldest first; one that fails holds up no other. */
export async function drainCommands(deps: Deps): Promise<void> {
  for (const command of await dueCommands(deps.db, deps.now())) {
    try {
      await sendOnce(deps, command)
    } catch (error) {
      deps.log({ level: 'error', what: 'payment command', key: command.businessKey, ...describeError(error) })
    }
  }
}

/** Lets commands go behind the answer; what fails now is tried again by the timer. */
export function drainSoon(deps: Deps): void {
  drainCommands(deps).catch((error) =>
    deps.log({ level: 'error', what: 'draining payment commands', ...describeError(error) }),
  )
}

function sendOnce(deps: Deps, command: PaymentCommand): Promise<void> {
  const key = `${deps.env.dataDir}/${command.businessKey}`
  const send = command.purchaseId === null ? sendBookingCommand : sendPurchaseCommand
  const start = async () => send(deps, await markSent(deps.db, command, deps.now()))
  const running = underWay.get(key) ?? start().finally(() => underWay.delete(key))
  underWay.set(key, running)
  return running
}
