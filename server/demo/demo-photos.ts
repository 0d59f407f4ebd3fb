import { basename, join } from 'node:path'
import type { Objects } from '../storage/objects'
import { type StoredPhoto, storePhoto } from '../uploads/photo-store'
import catalogue from './photos/photos.json'

const FOLDER = join(import.meta.dir, 'photos')

export interface DemoPhoto extends StoredPhoto {
  /** A description for people who cannot see it. */
  alt: string
}

/** The demo's photos among the uploads, by file name without its ending. */
export type DemoPhotos = ReadonlyMap<string, DemoPhoto>

/** Puts every demo photo through the very pipeline that uploads take. */
export async function storeDemoPhotos(photos: Objects): Promise<DemoPhotos> {
  const stored = await Promise.all(
    catalogue.map(async ({ file, alt }) => {
      const photo = await storePhoto(photos, await Bun.file(join(FOLDER, file)).bytes())
      return [basename(file, '.jpg'), { ...photo, alt }] as const
    }),
  )
  return new Map(stored)
}

/** A demo photo by name. @throws Error when there is none */
export function getPhoto(photos: DemoPhotos, name: string): DemoPhoto {
  const photo = photos.get(name)
  if (!photo) throw new Error(`There is no demo photo "${name}"`)
  return photo
}

/** A photo's address without an origin, so that it stays right when the port or the host changes. */
export function photoUrl(photos: DemoPhotos, name: string): string {
  return `/uploads/${getPhoto(photos, name).sha256}.jpg`
}
