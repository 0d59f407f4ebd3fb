import type { SignedInUser } from '#schema/user'
import { type DeviceUser, storedUser } from '../disk/device-db'
import { isStillHere } from './still-here'

/**
 * Makes the server's answer the device's, unless somebody has signed out or in since it was asked: the disk changes hands
 * before the screen does.
 * @param asked the device's account when the server was asked
 * @returns the account to show
 */
export async function takeAnswer(asked: DeviceUser | null, fresh: SignedInUser): Promise<DeviceUser | null> {
  const isTaken = await import(/* piece: behind */ './arrive')
    .then(({ resume }) => resume(asked, fresh))
    // Without the code for it, or on a disk that is full or that another build has changed, the next start does it.
    .catch(() => isStillHere(asked))
  return isTaken ? fresh : storedUser()
}
