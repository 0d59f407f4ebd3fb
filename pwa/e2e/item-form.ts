import { expect, type Locator, type Page } from '@playwright/test'
import type { Item } from '#schema/made-to-order'
import type { Kit } from './fixtures'
import type { Person } from './person'

/** An option, as its maker types it. */
export interface TypedOption {
  name: string
  type?: 'Text' | 'Color' | 'Select'
  choices?: string[]
}

/** The option at a place of the form, counted from 1. */
export function optionAt(page: Page, place: number): Locator {
  return page.getByRole('group', { name: `Option ${place}`, exact: true })
}

/** The names of the options, in order. */
export function optionNames(page: Page): Promise<string[]> {
  return page
    .getByLabel('Option name')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
}

/** Adds an option behind the others; Enter goes from one choice to the next. */
export async function addOption(page: Page, { name, type = 'Text', choices = [] }: TypedOption): Promise<Locator> {
  const place = (await optionNames(page)).length + 1
  await page.getByRole('button', { name: 'Add an option' }).click()
  const option = optionAt(page, place)
  await expect(option.getByLabel('Option name')).toBeFocused()
  await page.keyboard.type(name)
  await option.getByLabel('Type').selectOption(type)
  for (const [index, choice] of choices.entries()) {
    const what = type === 'Color' ? 'color' : 'choice'
    const field = option.getByLabel(`Name of ${what} ${index + 1}`)
    if ((await field.count()) === 0) await option.getByRole('button', { name: `Add a ${what}` }).click()
    await field.fill(choice)
  }
  return option
}

/** The rows of a title that the server shows to everybody. */
export async function itemsCalled(kit: Kit, person: Pick<Person, 'context'>, title: string): Promise<Item[]> {
  return (await kit.api(person).get<Item[]>('/api/made-to-order')).filter((item) => item.title === title)
}
