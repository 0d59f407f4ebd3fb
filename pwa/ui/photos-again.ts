const listeners = new Set<() => void>()

/** Lets every photo that could not be fetched be tried again: the connection is back. */
export function tryPhotosAgain(): void {
  for (const listener of [...listeners]) listener()
}

export function onTryAgain(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
