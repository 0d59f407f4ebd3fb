import { type Address, isCompleteAddress } from '#schema/address'
import type { CurrentUser } from '#schema/user'
import type { LocalDb } from '../disk/local-db'
import { pendingOf } from '../disk/pending-of'
import type { AddressDraft } from '../drafts/settings-drafts'
import { stateOf, type WaitingState } from '../sync/overlay'

/** A person's address as they should see it: what they wrote last, whether or not the server has it yet. */
export interface OwnAddress {
  address: Address
  /** The write that carries it, while it is on its way or refused. */
  waiting: { opId: string; state: WaitingState; error: string | null; isClash: boolean } | null
}

/** The address on this device; null while the account has not come to it. */
export async function readOwnAddress(db: LocalDb, userId: number): Promise<OwnAddress | null> {
  const [me, line] = await Promise.all([db.me.get(userId), db.outbox.where('lane').equals('address').sortBy('order')])
  const [last] = pendingOf(line.slice(-1), 'address.save')
  if (!last) return me ? { address: addressOf(me), waiting: null } : null
  const { item } = last
  const { seen: _, ...address } = last.payload
  const isClash = item.error?.code === 'edit_conflict'
  const error = isClash ? clashWords(item.error?.now) : (item.error?.message ?? null)
  const waiting = { opId: item.opId, state: stateOf(item), error, isClash }
  return { address, waiting: item.state === 'acked' ? null : waiting }
}

/** Is the address whole, at the server or while it waits? One that was refused is for its person to settle. */
export function isAddressSettled({ address, waiting }: OwnAddress, isAtServer: boolean): boolean {
  return waiting?.state !== 'attention' && (isAtServer || isCompleteAddress(address))
}

/** The address that was saved on another device meanwhile stands beside this one, so that its person can choose. */
function clashWords({ street, city, state, zipCode }: Record<string, unknown> = {}): string {
  const now = [street, city, `${state} ${zipCode}`].join(', ')
  return `You have changed your address on another device too: ${now}. Save again to put the one below in its place.`
}

export const ADDRESS_FIELDS: (keyof Address)[] = ['street', 'city', 'state', 'zipCode']

export function isSameAddress(a: Address, b: Address): boolean {
  return ADDRESS_FIELDS.every((name) => a[name] === b[name])
}

/**
 * The form of an address as its person finds it: what they had typed, over the address that the form had shown as they began.
 * @param known the address as it stands
 */
export function addressAsLeft(draft: AddressDraft | null, known: Address): { values: Address; seen: Address } {
  if (draft === null) return { values: known, seen: known }
  const { seen = known, ...values } = draft
  const isTyped = !isSameAddress(values, seen) && !isSameAddress(values, known)
  return isTyped ? { values, seen } : { values: known, seen: known }
}

/** The parts of an address that an account has; those that it lacks are empty. */
export function addressOf({ street, city, state, zipCode }: CurrentUser): Address {
  return { street: street ?? '', city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' }
}
