import { useBackCloses } from './use-back-closes'

/** While it is there, Back closes what it stands in. It shows nothing. */
export function BackCloses({ onClose }: { onClose: () => void }): null {
  useBackCloses(true, onClose)
  return null
}
