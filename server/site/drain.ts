let draining = false

/** From now on this server says that it is not ready: it is about to end. */
export function beginDrain(): void {
  draining = true
}

export const isDraining = () => draining
