import { format, isValid } from 'date-fns'

/** 'November 23, 2026'; a version that is not a day stays as it is. */
export function termsDate(version: string): string {
  const date = new Date(`${version}T12:00:00`)
  return isValid(date) ? format(date, 'MMMM d, yyyy') : version
}
