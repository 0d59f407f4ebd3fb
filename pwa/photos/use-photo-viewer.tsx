import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ViewedPhoto } from './photo-viewer'

const PhotoViewer = lazy(() =>
  import(/* piece: viewer */ './photo-viewer').then((module) => ({ default: module.PhotoViewer })),
)

/**
 * Photos that open in full screen.
 * @param label the subject of the photos
 * @returns `open` shows the photo at that place; `viewer` stands somewhere in the screen
 */
export function usePhotoViewer(
  label: string,
  photos: readonly ViewedPhoto[],
): { open: (place: number) => void; viewer: ReactNode } {
  const [place, setPlace] = useState<number>()
  const viewer = place !== undefined && (
    <Suspense>
      <PhotoViewer label={label} photos={photos} first={place} onClose={() => setPlace(undefined)} />
    </Suspense>
  )
  return { open: setPlace, viewer }
}
