import { deviceDb } from './device-db'

const MEGABYTE = 1_000_000
export const PHOTO_BUDGETS = [20, 60, 150, 500].map((megabytes) => megabytes * MEGABYTE)
const DEFAULT_PHOTO_BUDGET = 150 * MEGABYTE

/** How many bytes of photos this device may keep. */
export async function readPhotoBudget(): Promise<number> {
  const stored = (await deviceDb.session.get('photoBudget'))?.v
  return typeof stored === 'number' && PHOTO_BUDGETS.includes(stored) ? stored : DEFAULT_PHOTO_BUDGET
}

export async function storePhotoBudget(bytes: number): Promise<void> {
  await deviceDb.session.put({ k: 'photoBudget', v: bytes })
}

/** When the disk was last too full for a photo, in milliseconds since the epoch; null when it never was. */
export async function photosShortAt(): Promise<number | null> {
  return ((await deviceDb.session.get('photosShortAt'))?.v as number | undefined) ?? null
}
