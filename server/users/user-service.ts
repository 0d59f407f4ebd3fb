import { and, eq, isNull } from 'drizzle-orm'
import { type Address, isCompleteAddress } from '#schema/address'
import { Refusal } from '#schema/errors'
import { neighborhoodOf } from '#schema/places'
import type { CurrentUser, ProfileChange } from '#schema/user'
import type { Written } from '../db/client'
import { type Step, updateStep } from '../db/steps'
import { listings, users } from '../db/tables'
import type { Deps } from '../deps'
import { findUser, readCurrentUser, type UserRow } from './user-queries'

type Receipt = (answer: CurrentUser) => Step[]

/** Changes photo and description; a field that is not sent stays, an empty one is cleared. */
export function changeProfile(
  deps: Deps,
  userId: number,
  change: ProfileChange,
  receipt: Receipt,
): Promise<Written<CurrentUser>> {
  const changed: Partial<UserRow> = {
    ...(change.profilePhoto === undefined ? {} : { profilePhoto: change.profilePhoto || null }),
    ...(change.description === undefined ? {} : { description: change.description || null }),
  }
  return changeUser(deps, userId, changed, receipt)
}

/** Saves the address, and carries it to every listing of the person: they are picked up there. */
export function changeAddress(
  deps: Deps,
  userId: number,
  address: Address,
  receipt: Receipt,
): Promise<Written<CurrentUser>> {
  const place = { ...address, neighborhood: neighborhoodOf(address.zipCode) }
  const changed = { ...place, hasCompletedAddressSetup: isCompleteAddress(address) }
  const own = and(eq(listings.userId, userId), isNull(listings.deletedAt))
  return changeUser(deps, userId, changed, receipt, [updateStep(listings, place, own)])
}

async function changeUser(
  deps: Deps,
  userId: number,
  changed: Partial<UserRow>,
  receipt: Receipt,
  further: Step[] = [],
): Promise<Written<CurrentUser>> {
  return deps.db.write(async () => {
    const row = await findUser(deps.db, userId)
    if (!row) throw new Refusal('unauthenticated')
    const value = await readCurrentUser(deps.db, { ...row, ...changed })
    const isEmpty = Object.keys(changed).length === 0
    const update = isEmpty ? [] : [updateStep(users, changed, eq(users.id, userId))]
    return { steps: [...update, ...further, ...receipt(value)], value }
  })
}
