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
