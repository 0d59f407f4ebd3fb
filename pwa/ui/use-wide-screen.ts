import { useSource } from './use-source'

const WIDE = '(min-width: 48em)'

/** Whether there is room for things side by side; below it the screen counts as a phone's. */
export function useWideScreen(): boolean {
  return useSource(watchWidth, () => window.matchMedia(WIDE).matches)
}

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
