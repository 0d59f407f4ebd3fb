const listeners = new Set<() => void>()
/** A page may hear of the end before it has drawn whose it is. */
let isUnheard = false

/** Calls `listener` whenever the server answers that it knows nobody by this browser's session; at once, if it has done so already. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  if (isUnheard) noteSessionEnd()
  return () => listeners.delete(listener)
}

export function noteSessionEnd(): void {
  isUnheard = listeners.size === 0
  for (const listener of listeners) listener()
}
