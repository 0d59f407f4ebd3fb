import { fileTooLargeMessage, UPLOAD_MESSAGES } from '#schema/upload'
import { isDiskFull } from '../disk/disk-full'
import { PhotoRefused, PICKED_BYTES_MAX, PICKED_MEGABYTES_MAX } from './prepare-photo'

/**
 * Why a picked photo is not in the form, and what to do, for beside the field.
 * @param file names it where a form has several
 */
export function photoRefusal(error: unknown, file?: File): string {
  const name = file ? `: ${file.name}` : ''
  if (error instanceof PhotoRefused)
    return file && file.size > PICKED_BYTES_MAX
      ? fileTooLargeMessage(file.name, PICKED_MEGABYTES_MAX)
      : `${error.message}${name}. ${error.advice}`
  if (isDiskFull(error))
    return `There is no room for ${file?.name ?? 'this photo'} on this device. Free some space and try again.`
  return `${UPLOAD_MESSAGES.failed}${name}. Please try again.`
}
