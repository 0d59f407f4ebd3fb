import { UPLOAD_MESSAGES } from '#schema/upload'
import { isDiskFull } from '../disk/disk-full'
import { PhotoRefused } from './prepare-photo'

/** Why a picked photo is not in the form, and what to do, for beside the field. */
export function photoRefusal(error: unknown): string {
  if (error instanceof PhotoRefused) return `${error.message}. ${error.advice}`
  if (isDiskFull(error)) return 'There is no room for this photo on this device. Free some space and try again.'
  return `${UPLOAD_MESSAGES.failed}. Please try again.`
}
