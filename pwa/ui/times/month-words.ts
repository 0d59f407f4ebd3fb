import { format } from 'date-fns'

/** 'November 2025': the month of an instant by UTC, so that the server's page says the same as a device in any zone. */
export const monthWords = (instant: string): string => format(new Date(`${instant.slice(0, 7)}-01T12:00`), 'MMMM y')
