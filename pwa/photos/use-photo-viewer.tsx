import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useToast } from '../ui/toasts'
import type { ViewedPhoto } from './photo-viewer'

const load = () => import(/* piece: viewer */ './photo-viewer').then((module) => ({ default: module.PhotoViewer }))
/** Rendered only once its code is here: without a signal the page stays. */
const PhotoViewer = lazy(load)

/**
 * Photos that open in full screen.
 * @param label the subject of the photos
 * @returns `open` shows the photo at that place; `viewer` stands somewhere in the screen
 */
export function usePhotoViewer(
  label: string,
  photos: readonly ViewedPhoto[],
): { open: (place: number) => Promise<void>; viewer: ReactNode } {
  const [place, setPlace] = useState<number>()
  const toast = useToast()
  async function open(wanted: number) {
    try {
      await load()
      setPlace(wanted)
    } catch {
      toast({ title: 'Full screen needs a connection', description: 'This device has not fetched that part yet.' })
    }
  }
  const viewer = place !== undefined && (
    <Suspense>
      <PhotoViewer label={label} photos={photos} first={place} onClose={() => setPlace(undefined)} />
    </Suspense>
  )
  return { open, viewer }
}
