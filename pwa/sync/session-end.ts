const listeners = new Set<() => void>()

/** Calls `listener` whenever the server answers that it knows nobody by this browser's session. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function noteSessionEnd(): void {
  for (const listener of listeners) listener()
}
