import { startTransition } from 'react'

/** A page is left alone for this long after it has loaded, unless its visitor does something first. */
const REST_MS = 2_000
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'touchstart'] as const

/**
 * Calls `begin` once the page has come to rest, or at the first sign of life, so that the first paint and the first press
 * never share the line with what can wait. @returns a function that calls it off
 */
export function whenAtRest(begin: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearTimeout(timer)
    window.removeEventListener('load', rest)
    for (const name of SIGNS_OF_LIFE) window.removeEventListener(name, start)
  }
  const start = () => {
    stop()
    begin()
  }
  const rest = () => {
    timer = setTimeout(start, REST_MS)
  }
  for (const name of SIGNS_OF_LIFE) window.addEventListener(name, start, { passive: true })
  if (document.readyState === 'complete') rest()
  else window.addEventListener('load', rest, { once: true })
  return stop
}

/** Is the app still rendering behind a picture of its last screen? False on the server. */
export const isBehindPicture = (): boolean =>
  typeof document === 'object' && document.querySelector('#root[data-behind]') !== null

/** Lets what `set` changes render in turns of some milliseconds behind a picture, so that a press on the picture is noted between two. */
export function renderInTurns(set: () => void): void {
  if (isBehindPicture()) startTransition(set)
  else set()
}
