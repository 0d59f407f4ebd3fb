import type { CurrentUser } from '#schema/user'
import type { LocalDb, OutboxItem } from '../disk/local-db'
import { laneOf, type MutationPayload } from '../disk/mutations'
import { acceptedOf, pendingOf } from '../disk/pending-of'
import { stateOf, type WaitingState } from '../sync/overlay'

/** A person as their own device shows them: with changes of their own that the server has not confirmed yet. */
export type ShownUser = CurrentUser & {
  /** How far a change has come; absent for a profile that is as the server has it. */
  waiting?: WaitingState
  /** A photo that is on this device alone; it goes before `profilePhoto`. */
  photoBlobId?: string
}

/** The parts of a person that are shown differently from the server's. */
export type ProfileOverlay = Pick<ShownUser, 'waiting' | 'photoBlobId'> &
  Partial<Pick<ShownUser, 'description' | 'profilePhoto'>>

/** The changes of the profile that the server would not take, joined: the later word first. */
export interface RefusedProfile {
  opIds: string[]
  change: MutationPayload<'profile.save'>
  message: string
  /** The description of another device, as the server told of it: its row may not have come yet. */
  stands?: string
}

/** Reads what an outbox changes of a profile; null when nothing. A refused change counts no more. */
export function profileOverlay(items: readonly OutboxItem[]): ProfileOverlay | null {
  let shown: ProfileOverlay | null = null
  for (const { item, payload } of acceptedOf(items, 'profile.save'))
    shown = { ...withChange(shown ?? {}, payload), waiting: stateOf(item) }
  return shown
}

/** The refused changes of the profile, with what the server said of a clash, or else of the newest; null when there are none. */
export async function readRefusedProfile(db: LocalDb): Promise<RefusedProfile | null> {
  const items = await db.outbox.where('lane').equals(laneOf('profile.save', {})).toArray()
  const refused = pendingOf(items, 'profile.save').filter(({ item }) => item.state === 'attention')
  if (refused.length === 0) return null
  const errors = refused.map(({ item }) => item.error)
  const clash = errors.findLast((error) => error?.code === 'edit_conflict')
  const plain = { message: errors.at(-1)?.message ?? 'The server did not accept this.' }
  const change = Object.assign({}, ...refused.map(({ payload }) => payload))
  return { opIds: refused.map(({ item }) => item.opId), change, ...(clash ? clashOf(clash) : plain) }
}

/** After a change on another device its words stand here too, so that their person can choose. */
function clashOf({ now }: NonNullable<OutboxItem['error']>): Pick<RefusedProfile, 'message' | 'stands'> {
  const stands = typeof now?.description === 'string' ? now.description : ''
  const words = stands ? `It says now: “${stands}”.` : 'It has no description now.'
  const message = `your profile was changed on another device too. ${words} Save again to put your own words in its place.`
  return { message, stands }
}

function withChange(earlier: ProfileOverlay, { description, photo }: MutationPayload<'profile.save'>): ProfileOverlay {
  const words = description === undefined ? earlier : { ...earlier, description: description || null }
  if (photo === undefined) return words
  const { photoBlobId: _earlier, ...rest } = words
  return photo && 'blobId' in photo
    ? { ...rest, photoBlobId: photo.blobId }
    : { ...rest, profilePhoto: photo?.url ?? null }
}
