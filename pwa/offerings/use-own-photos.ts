import { NOT_READ_YET, usePhotoAddresses } from '../photos/use-photo-addresses'
import type { ShownOwn } from './own-thing-writes'

/** A thing's photos as its owner sees them, the cover first, each with its words; new ones may be on this device alone. */
export function useOwnPhotos(own: Pick<ShownOwn, 'photos'> | null): { src: string; alt: string }[] {
  const held = usePhotoAddresses(own ? own.photos.map(({ photo }) => photo) : [])
  return own ? own.photos.map(({ alt }, index) => ({ src: held[index] ?? `${NOT_READ_YET}#${index}`, alt })) : []
}
