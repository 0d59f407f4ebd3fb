import type * as z from 'zod/mini'
import { damageStatusNames } from '#schema/damage-report'
import { fieldMessages, Refusal } from '#schema/errors'
import { dollarsToCents, formatCents } from '#schema/money'
import {
  ClaimDecision,
  CodesEnd,
  type Found,
  HIDEABLE,
  HideChange,
  OPERATOR_ROLES,
  OperatorChange,
  OperatorNote,
  OperatorQuery,
  OperatorRefund,
  PasswordReset,
  PayoutsChange,
  SuspendChange,
  ThreadRequest,
} from '#schema/operator'
import type { Deps } from '../deps'
import { restartBeyond } from '../sync/clock'
import { findAnything } from './find-anything'
import { listMoneyTasks, sendOwedRefund, settleArrival, settleRefund } from './operator-money'
import { listActs, listOperatorClaims } from './operator-queries'
import {
  CLI,
  decideClaim,
  endCodes,
  findNamed,
  hide,
  holdPayouts,
  readBooking,
  refund,
  refundPurchase,
  resetPassword,
  setOperator,
  suspend,
} from './operator-service'
import { leaveNote, readPerson, readThread } from './person-history'

export const OPERATOR_HELP = `What operators do, from the command line. Amounts are dollars; every act needs the words that say why.

  claims                              open claims, those to be decided first, and the newest settled ones
  approve <claim> <amount> <why>      approve a claim and charge the renter
  reject <claim> <why>                reject a claim
  booking <booking>                   a booking as both sides see it
  refund <booking> <amount> <why>     return captured money to the renter
  arrived <purchase> <why>            a missing order has been dealt with: its money goes on
  refund-order <purchase> <amount> <why>
                                      return money of an order to its buyer
  money                               disputes to be answered, refunds that banks do not take
  refund-paid booking|purchase <id> <why>
                                      such a refund has been paid in another way
  refund-anyway booking|purchase <id> <why>
                                      send such a refund from the platform's own money
  hide ${HIDEABLE.join('|')} <id> <why>
                                      take something off the public pages
  show ${HIDEABLE.join('|')} <id> <why>
                                      put it back
  suspend <username> <why>            end somebody's sessions, hide what they have on show
  unsuspend <username> <why>          let them in again; their payouts stay held
  hold-payouts <username> <why>       hold their payouts
  release-payouts <username> <why>    let their payouts go on
  find <words>                        people, bookings, orders, listings and items, by number, name, mail or provider's id
  person <username>                   a person's history
  note user|booking|purchase|listing|item <id> <why>
                                      leave a note for other operators
  thread booking|purchase|question <id> <why>
                                      read what both sides wrote to each other
  password <username> <why>           end their password and passkeys, mail them a link for a new one
  codes-off <username> <why>          end the codes that they have lost, once they have proven who they are
  grant <username> [support|finance|admin] <why>
                                      make an account an operator, an admin unless said otherwise
  revoke <username> <why>             end that
  log                                 what operators have done, newest first
  restored                            after the database was put back from a copy, before the server starts
  market help                         the markets of a server that serves several; --market <name> in front of any other command names one
  help                                this text`

/** A command that was typed wrongly, in words for the person at the keyboard. */
class CommandFault extends Error {}

type Command = (deps: Deps, args: string[]) => Promise<string>

const commands: Record<string, Command> = {
  help: async () => OPERATOR_HELP,
  claims: async (deps) => lines((await listOperatorClaims(deps.db)).map(claimLine), 'There are no claims.'),
  approve: async (deps, [claim, amount, ...why]) => {
    const decision = read(ClaimDecision, { approve: true, finalAmount: cents(amount), note: why.join(' ') })
    const report = await decideClaim(deps, CLI, numberOf(claim, 'claim'), decision)
    return `Claim ${report.id} is approved: ${formatCents(report.finalAmount ?? 0)} (payment: ${report.paymentState}).`
  },
  reject: async (deps, [claim, ...why]) => {
    const decision = read(ClaimDecision, { approve: false, note: why.join(' ') })
    const report = await decideClaim(deps, CLI, numberOf(claim, 'claim'), decision)
    return `Claim ${report.id} is rejected.`
  },
  restored: async (deps) => {
    await restartBeyond(deps, 0)
    return 'Every device fetches afresh, and looks for what was lost.'
  },
  booking: async (deps, [booking]) => JSON.stringify(await readBooking(deps, numberOf(booking, 'booking')), null, 2),
  refund: async (deps, [booking, amount, ...why]) => {
    const wanted = read(OperatorRefund, { amount: cents(amount), note: why.join(' ') })
    const { id, refundedAmount } = await refund(deps, CLI, numberOf(booking, 'booking'), wanted)
    return `Booking ${id}: ${formatCents(refundedAmount)} has been returned in all.`
  },
  money: async (deps) => lines(await listMoneyTasks(deps), 'Nothing waits for an operator.'),
  'refund-order': async (deps, [purchase, amount, ...why]) => {
    const wanted = read(OperatorRefund, { amount: cents(amount), note: why.join(' ') })
    const { id, refundedAmount } = await refundPurchase(deps, CLI, numberOf(purchase, 'purchase'), wanted)
    return `Purchase ${id}: ${formatCents(refundedAmount)} has been returned in all.`
  },
  arrived: async (deps, [purchase, ...why]) => {
    const { note } = read(OperatorRefund, { amount: 1, note: why.join(' ') })
    const id = numberOf(purchase, 'purchase')
    await settleArrival(deps, CLI, id, note)
    return `Purchase ${id}: its money goes on.`
  },
  'refund-paid': async (deps, args) => {
    const { about, name, note } = readSale(args)
    return `${name}: ${formatCents(await settleRefund(deps, CLI, about, note))} has been paid in another way.`
  },
  'refund-anyway': async (deps, args) => {
    const { about, name, note } = readSale(args)
    return `${name}: ${formatCents(await sendOwedRefund(deps, CLI, about, note))} is on its way back to its payer.`
  },
  hide: (deps, args) => setHidden(deps, true, args),
  show: (deps, args) => setHidden(deps, false, args),
  suspend: (deps, args) => setSuspended(deps, true, args),
  unsuspend: (deps, args) => setSuspended(deps, false, args),
  grant: (deps, args) => setGranted(deps, true, args),
  revoke: (deps, args) => setGranted(deps, false, args),
  'hold-payouts': (deps, args) => setPayouts(deps, true, args),
  'release-payouts': (deps, args) => setPayouts(deps, false, args),
  find: async (deps, words) => {
    const { q } = read(OperatorQuery, { q: words.join(' ') })
    return lines((await findAnything(deps.db, q)).map(foundLine), 'Nothing was found.')
  },
  person: async (deps, [username]) =>
    JSON.stringify(await readPerson(deps, (await findNamed(deps, username ?? '')).id), null, 2),
  note: async (deps, [kind, id, ...why]) => {
    const wanted = read(OperatorNote, { kind, id: numberOf(id, kind ?? 'thing'), note: why.join(' ') })
    await leaveNote(deps, CLI, wanted)
    return `The note about ${wanted.kind} ${wanted.id} is in the log.`
  },
  thread: async (deps, [kind, id, ...why]) => {
    const wanted = read(ThreadRequest, { kind, id: numberOf(id, kind ?? 'booking'), note: why.join(' ') })
    const { messages } = await readThread(deps, CLI, wanted)
    const said = messages.map(({ createdAt, senderUsername, content }) => `${createdAt}  ${senderUsername}: ${content}`)
    return lines(said, 'Nothing has been written.')
  },
  password: async (deps, [username, ...why]) => {
    const url = await resetPassword(deps, CLI, read(PasswordReset, { username, note: why.join(' ') }))
    const sent = `A link for a new password is on its way to ${username}. It works for 24 hours.`
    return deps.mail.mode === 'off'
      ? `No mail is sent here. Pass this link on; it works once, for 24 hours: ${url}`
      : sent
  },
  'codes-off': async (deps, [username, ...why]) => {
    await endCodes(deps, CLI, read(CodesEnd, { username, note: why.join(' ') }))
    return `${username} signs in without a code.`
  },
  log: async (deps) =>
    lines(
      (await listActs(deps.db, {})).map(({ at, operator, act, subject, note }) =>
        [at, operator, act, subject, note].join('  '),
      ),
      'Nothing has been done yet.',
    ),
}

/**
 * Runs one command with its arguments. @returns what to print
 * @throws CommandFault for a typing mistake, Refusal when it cannot be done
 */
export async function runOperatorCommand(deps: Deps, [name = 'help', ...args]: string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new CommandFault(`There is no command "${name}".\n\n${OPERATOR_HELP}`)
  return command(deps, args)
}

function readSale([kind, id, ...why]: string[]) {
  if (kind !== 'booking' && kind !== 'purchase') throw new CommandFault('Please name a booking or a purchase.')
  const number = numberOf(id, kind)
  const { note } = read(OperatorRefund, { amount: 1, note: why.join(' ') })
  const about = kind === 'booking' ? { bookingId: number } : { purchaseId: number }
  return { about, note, name: `${kind === 'booking' ? 'Booking' : 'Purchase'} ${number}` }
}

async function setHidden(deps: Deps, hidden: boolean, [kind, id, ...why]: string[]): Promise<string> {
  if (!HIDEABLE.some((known) => known === kind))
    throw new CommandFault('Please name a listing, an item, a post or a review.')
  const change = read(HideChange, { kind, id: numberOf(id, kind ?? ''), hidden, note: why.join(' ') })
  await hide(deps, CLI, change)
  return `The ${kind} ${id} is ${hidden ? 'hidden' : 'on show'}.`
}

async function setSuspended(deps: Deps, suspended: boolean, [username, ...why]: string[]): Promise<string> {
  await suspend(deps, CLI, read(SuspendChange, { username, suspended, note: why.join(' ') }))
  return `${username} is ${suspended ? 'suspended' : 'no longer suspended'}.`
}

async function setPayouts(deps: Deps, held: boolean, [username, ...why]: string[]): Promise<string> {
  await holdPayouts(deps, CLI, read(PayoutsChange, { username, held, note: why.join(' ') }))
  return `The payouts of ${username} ${held ? 'are held' : 'go on'}.`
}

async function setGranted(deps: Deps, isOperator: boolean, [username, ...rest]: string[]): Promise<string> {
  const role = isOperator ? OPERATOR_ROLES.find((one) => one === rest[0]) : undefined
  const note = rest.slice(role ? 1 : 0).join(' ')
  const change = read(OperatorChange, { username, isOperator, ...(role && { role }), note })
  await setOperator(deps, CLI, change)
  return `${username} is ${isOperator ? `an operator (${change.role})` : 'no longer an operator'}.`
}

function foundLine({ kind, id, title, detail }: Found): string {
  return `${kind} ${id}  ${title}  ${detail}`
}

function claimLine({ report, booking }: Awaited<ReturnType<typeof listOperatorClaims>>[number]): string {
  const estimate = report.repairEstimate === null ? 'no estimate' : `estimate ${formatCents(report.repairEstimate)}`
  const sides = `${booking.ownerUsername} about ${booking.renterUsername}`
  return `claim ${report.id}  booking ${booking.id}  ${damageStatusNames[report.status]}  ${estimate}  ${sides}  ${booking.listingTitle}`
}

function lines(all: string[], none: string): string {
  return all.length > 0 ? all.join('\n') : none
}

function numberOf(text: string | undefined, what: string): number {
  if (!text || !/^\d{1,15}$/.test(text)) throw new CommandFault(`Please give the number of the ${what}.`)
  return Number(text)
}

function cents(text: string | undefined): number {
  const parsed = dollarsToCents(text ?? '')
  if (parsed === null) throw new CommandFault('Please give an amount in dollars, such as 12.50.')
  return parsed
}

function read<Value>(schema: z.ZodMiniType<Value>, input: unknown): Value {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  const messages = Object.values(fieldMessages(parsed.error.issues))
  throw new CommandFault(messages.length > 0 ? messages.join('\n') : 'That command cannot be read.')
}

/** The words to print when a command failed. @returns null for a fault that is ours, which deserves its whole trace */
export function commandFailure(error: unknown): string | null {
  return error instanceof CommandFault || error instanceof Refusal ? error.message : null
}
