import { and, eq, isNull } from 'drizzle-orm'
import { type Address, type AddressChange, isCompleteAddress } from '#schema/address'
import { neighborhoodOf } from '#schema/places'
import type { CurrentUser, ProfileChange } from '#schema/user'
import type { Written } from '../db/client'
import { type Step, updateStep } from '../db/steps'
import { listings, users } from '../db/tables'
import type { Deps } from '../deps'
import { getWriter } from '../http/session-user'
import { takeEdit } from '../http/take-edit'
import { assertPhotosHere } from '../uploads/photo-access'
import { readCurrentUser, type UserRow } from './user-queries'

type Receipt = (answer: CurrentUser) => Step[]

/**
 * Changes photo and description; a field that is not sent stays, an empty one is cleared.
 * @throws Refusal `edit_conflict` when a field is no longer as the form had shown it, `upload_gone`
 */
export function changeProfile(
  deps: Deps,
  userId: number,
  change: ProfileChange,
  receipt: Receipt,
): Promise<Written<CurrentUser>> {
  const { profilePhoto, description } = change
  const changed: Partial<UserRow> = {
    ...(profilePhoto === undefined ? {} : { profilePhoto: profilePhoto || null }),
    ...(description === undefined ? {} : { description: description || null }),
  }
  const { seen } = change
  return changeUser(deps, userId, receipt, async (held) => {
    const shown = { profilePhoto: held.profilePhoto, description: held.description }
    const taken = takeEdit(shown, { ...changed, seen }, changed)
    await assertPhotosHere(deps.db, held, [taken.profilePhoto ?? ''], [held.profilePhoto ?? ''])
    return { changed: taken }
  })
}

/**
 * Saves the address, and carries it to every listing of the person: they are picked up there.
 * @throws Refusal `edit_conflict` when another one stands by now than its writer had before them
 */
export function changeAddress(
  deps: Deps,
  userId: number,
  { seen, ...address }: AddressChange,
  receipt: Receipt,
): Promise<Written<CurrentUser>> {
  const own = and(eq(listings.userId, userId), isNull(listings.deletedAt))
  return changeUser(deps, userId, receipt, (held) => {
    const taken = takeEdit(addressOf(held), { ...address, seen }, address)
    const place = { ...taken, neighborhood: neighborhoodOf(taken.zipCode) }
    const changed = { ...place, hasCompletedAddressSetup: isCompleteAddress(taken) }
    return { changed, further: [updateStep(listings, place, own)] }
  })
}

function addressOf({ street, city, state, zipCode }: UserRow): Address {
  return { street: street ?? '', city: city ?? '', state: state ?? '', zipCode: zipCode ?? '' }
}

interface Change {
  changed: Partial<UserRow>
  further?: Step[]
}

async function changeUser(
  deps: Deps,
  userId: number,
  receipt: Receipt,
  change: (held: UserRow) => Change | Promise<Change>,
): Promise<Written<CurrentUser>> {
  return deps.db.write(async () => {
    const row = await getWriter(deps.db, userId)
    const { changed, further = [] } = await change(row)
    const value = await readCurrentUser(deps.db, { ...row, ...changed })
    const isEmpty = Object.keys(changed).length === 0
    const update = isEmpty ? [] : [updateStep(users, changed, eq(users.id, userId))]
    return { steps: [...update, ...further, ...receipt(value)], value }
  })
}
