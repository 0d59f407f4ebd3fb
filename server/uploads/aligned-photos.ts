interface OfferingPhotos {
  mainImage: string
  images: string[]
  photoAlts: string[]
}

/**
 * The photos of a listing or an item as they are stored: each once, the others without the main one, and a text for each in
 * the same order. Missing texts are empty and surplus ones dropped; without any text at all none is kept.
 */
export function alignedPhotos({ mainImage, images, photoAlts }: OfferingPhotos): OfferingPhotos {
  const sent = [mainImage, ...images]
  const photos = [...new Set(sent)]
  // A caller who sends a photo twice counts its texts either by what was sent or by what is kept.
  const counted = photoAlts.length === sent.length ? sent : photos
  const alts = photos.map((photo) => photoAlts[counted.indexOf(photo)] ?? '')
  return { mainImage, images: photos.slice(1), photoAlts: alts.some(Boolean) ? alts : [] }
}
