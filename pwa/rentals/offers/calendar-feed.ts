import { callOnline } from '../../session/call-online'

/** The private address of a person's calendar, or null while there is none. @throws ApiError, Unreachable */
export async function readCalendarFeed(): Promise<string | null> {
  return (await callOnline('calendarFeed', {})).url
}

/** Makes a new address; an earlier one stops working. @throws ApiError, Unreachable */
export async function makeCalendarFeed(): Promise<string | null> {
  return (await callOnline('makeCalendarFeed', {})).url
}

/** Stops the address. @throws ApiError, Unreachable */
export async function dropCalendarFeed(): Promise<string | null> {
  return (await callOnline('dropCalendarFeed', {})).url
}
