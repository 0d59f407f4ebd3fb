import { expect, type Locator } from '@playwright/test'
import { format, parseISO } from 'date-fns'
import type { DateRange, Day } from '#schema/date-range'

/** The button of a day in a calendar that shows its month; named '..., selected' or 'Today, ...' at times. */
export const dayButton = (calendar: Locator, day: Day): Locator =>
  calendar.getByRole('button', { name: format(parseISO(day), 'MMMM do, yyyy') })

/** Turns the pages of a calendar until a day's month is shown, and answers the day's button. */
export async function turnTo(calendar: Locator, day: Day): Promise<Locator> {
  const next = calendar.getByRole('button', { name: 'Go to the Next Month' })
  const month = calendar.getByRole('grid', { name: format(parseISO(day), 'MMMM yyyy') })
  const shown = calendar.getByRole('grid').first()
  await shown.waitFor()
  while (!(await month.isVisible())) {
    const before = (await shown.getAttribute('aria-label')) ?? ''
    await next.click()
    await expect(shown).not.toHaveAccessibleName(before)
  }
  return dayButton(month, day)
}

/** Picks a range with two presses. */
export async function pickDays(calendar: Locator, { startDate, endDate }: DateRange): Promise<void> {
  await (await turnTo(calendar, startDate)).click()
  if (endDate !== startDate) await (await turnTo(calendar, endDate)).click()
}
