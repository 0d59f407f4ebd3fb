import type { Deps } from '../deps'
import { workBehindAnswer } from '../http/behind-answer'
import { describeError } from '../http/describe-error'
import type { About } from './about'
import {
  businessKey,
  type CommandKind,
  dueCommands,
  findCommand,
  giveBackCommand,
  isUnderWay,
  type PaymentCommand,
  takeCommand,
} from './payment-commands'

/** A press waits so long for a command that somebody else is sending, looking ever more rarely; then it goes on with what is known. */
const OTHERS_WAIT_MS = 5_000
const OTHERS_FIRST_LOOK_MS = 2
const OTHERS_LAST_LOOK_MS = 100

/** Sends one command now and records what came of it; one that somebody else is sending is waited for. */
export async function runCommand(deps: Deps, about: About, kind: CommandKind, attempt: number): Promise<void> {
  const command = await findCommand(deps.db, businessKey(about, kind, attempt))
  if (command && isUnderWay(command.state)) await sendOnce(deps, command)
}

/**
 * Sends every command that is due, oldest first, and waits for those that others are sending; one that fails holds up no other.
 * @param about of this sale alone: a press does not wait for the money of others
 */
export async function drainCommands(deps: Deps, about?: About): Promise<void> {
  for (const command of await dueCommands(deps.db, deps.now(), about)) {
    try {
      await sendOnce(deps, command)
    } catch (error) {
      deps.log({ level: 'error', what: 'payment command', key: command.businessKey, ...describeError(error) })
    }
  }
}

/** Lets commands go behind the answer; what fails now is tried again by the timer. */
export function drainSoon(deps: Deps): void {
  workBehindAnswer(deps, 'draining payment commands', () => drainCommands(deps))
}

async function sendOnce(deps: Deps, command: PaymentCommand): Promise<void> {
  const mine = await takeCommand(deps.db, command, deps.now())
  if (!mine) return waitForOthers(deps, command.businessKey)
  const send = mine.purchaseId === null ? deps.senders.booking : deps.senders.purchase
  try {
    await send(mine)
  } catch (error) {
    await giveBackCommand(deps.db, mine)
    throw error
  }
}

async function waitForOthers(deps: Deps, key: string): Promise<void> {
  let pause = OTHERS_FIRST_LOOK_MS
  for (let waited = 0; waited < OTHERS_WAIT_MS; waited += pause) {
    if ((await findCommand(deps.db, key))?.state !== 'sending') return
    await Bun.sleep(pause)
    pause = Math.min(OTHERS_LAST_LOOK_MS, pause * 2)
  }
}
