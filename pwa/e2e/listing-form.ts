import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import type { Listing } from '#schema/listing'
import type { Kit } from './fixtures'
import type { Person } from './person'

const DEMO_PHOTOS = join(import.meta.dirname, '../../server/demo/photos')
const photo = (file: string, name: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: readFileSync(join(DEMO_PHOTOS, file)),
})

/** Photos that a host takes of three different things. */
export const SHOTS = {
  plates: photo('ceramic-vases-pampas.jpg', 'plates.jpg'),
  stack: photo('cake-stand-glass-dome.jpg', 'stack.jpg'),
  crate: photo('champagne-flutes-gold-rim.jpg', 'crate.jpg'),
}

export const ADDRESS = { Street: '412 5th Street', City: 'Brooklyn', State: 'NY', 'ZIP code': '11215' }

/** Picks photos and waits until they are part of the draft. */
export async function addPhotos(page: Page, ...shots: (typeof SHOTS)[keyof typeof SHOTS][]): Promise<void> {
  const before = await tiles(page).count()
  await page.getByLabel('Photos', { exact: true }).setInputFiles(shots)
  await expect(tiles(page)).toHaveCount(before + shots.length)
}

/** The photos of the form, the cover first. */
export function tiles(page: Page) {
  return page.getByRole('list', { name: 'Photos added' }).getByRole('listitem')
}

export async function describePhoto(page: Page, place: number, words: string): Promise<void> {
  await page.getByLabel(`What does photo ${place} show?`).fill(words)
}

/** Waits until everything that was typed is on the disk. */
export async function draftKept(page: Page): Promise<void> {
  await expect(page.getByText('Your draft is kept on this device.')).toBeVisible()
}

/** The rows of a title that the server shows to everybody. */
export async function listingsCalled(kit: Kit, person: Pick<Person, 'context'>, title: string): Promise<Listing[]> {
  return (await kit.api(person).get<Listing[]>('/api/listings')).filter((listing) => listing.title === title)
}
