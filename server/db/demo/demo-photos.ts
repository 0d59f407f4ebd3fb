import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type StoredPhoto, storePhoto } from '../../uploads/photo-store'

const FOLDER = join(import.meta.dir, '../demo-photos')

/** The demo's photos among the uploads, by file name without its ending. */
export type DemoPhotos = ReadonlyMap<string, StoredPhoto>

/** Puts every demo photo through the very pipeline that uploads take. */
export async function storeDemoPhotos(dataDir: string): Promise<DemoPhotos> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.jpg')).sort()
  const stored = await Promise.all(
    names.map(async (name) => storePhoto(dataDir, await Bun.file(join(FOLDER, name)).bytes())),
  )
  return new Map(names.flatMap((name, index) => (stored[index] ? [[basename(name, '.jpg'), stored[index]]] : [])))
}

/** A photo's address without an origin, so that it stays right when the port or the host changes. */
export function photoUrl(photos: DemoPhotos, name: string): string {
  const photo = photos.get(name)
  if (!photo) throw new Error(`There is no demo photo "${name}"`)
  return `/uploads/${photo.sha256}.jpg`
}
