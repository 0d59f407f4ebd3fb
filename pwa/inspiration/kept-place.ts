/** A place on a wall of posts: a post, and how far its upper edge was below that of the screen. */
export interface KeptPlace {
  post: string
  offset: number
}

const PREFIX = 'trestle-wall/'

/** @param entry names the entry of the history, and which wall of its page */
export function keptPlace(entry: string): KeptPlace | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + entry) ?? 'null') as Partial<KeptPlace> | null
    return typeof kept?.post === 'string' && typeof kept.offset === 'number'
      ? { post: kept.post, offset: kept.offset }
      : null
  } catch {
    return null
  }
}

export function keepPlace(entry: string, place: KeptPlace | null): void {
  try {
    if (place) sessionStorage.setItem(PREFIX + entry, JSON.stringify(place))
    else sessionStorage.removeItem(PREFIX + entry)
  } catch {
    // No storage, or a full one: then the wall starts at its top again.
  }
}
