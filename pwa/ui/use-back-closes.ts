import { type RouterHistory, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Everything open over the page, the topmost last: each has an entry of its own, and Back closes it. */
    over?: string[]
  }
}

type Entry = RouterHistory['location']

/** Everything open over this page now. */
const standing = new Set<string>()
/** Places in the history of entries whose thing was closed in another way than by Back. */
const spent = new Set<number>()

const placeOf = ({ state }: Entry) => state.__TSR_index

/** An entry that shows its page once more, because what lay over the page is closed. */
function isSpent(entry: Entry): boolean {
  const top = entry.state.over?.at(-1)
  return spent.has(placeOf(entry)) || (top !== undefined && !standing.has(top))
}

/**
 * Gives something that is open an entry in the history, so that Back closes it instead of leaving the page. Closed in another
 * way, it leaves a spent entry, which Back passes over: to go back at once would race with whatever the person does next.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const { history, navigate } = useRouter()
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return
    passOverSpent(history)
    const own = crypto.randomUUID()
    const { over = [], ...state } = history.location.state
    // Before the entry is written, because writing over a spent one makes it stand again.
    standing.add(own)
    // Nor does the page go to what its address names.
    const entry = {
      ...state,
      __hashScrollIntoViewOptions: false,
      over: [...over.filter((one) => standing.has(one)), own],
    }
    history.flush()
    // The router would give the entry a key of its own, and the places in the page's lists are kept by its key.
    if (isSpent(history.location)) window.history.replaceState(entry, '')
    else window.history.pushState({ ...entry, __TSR_index: state.__TSR_index + 1 }, '')
    // The router would scroll to where the page was last left.
    void navigate({ to: '.', search: true, hash: true, state: true, replace: true, resetScroll: false })
    const stop = history.subscribe(({ location, action }) => {
      if (action.type !== 'PUSH' && action.type !== 'REPLACE' && !location.state.over?.includes(own)) close()
    })
    return () => {
      stop()
      standing.delete(own)
      // A later change of the address in place takes the entry's state away, and leaves its place.
      if (history.location.state.over?.at(-1) === own) spent.add(placeOf(history.location))
    }
  }, [isOpen, history, navigate])
}

let isFollowed = false
/**
 * From the first time on: Back passes over spent entries. Begun at one, Back also passes over the page itself, which the spent
 * entry shows already.
 */
function passOverSpent(history: RouterHistory): void {
  if (isFollowed) return
  isFollowed = true
  let at = history.location
  let isPassing = false
  let beganSpent = false
  history.subscribe(({ location, action }) => {
    const left = at
    at = location
    // A push takes the place of all later entries; a dialog that opens anew may use a spent entry.
    if (action.type === 'PUSH') for (const place of spent) if (place >= placeOf(location)) spent.delete(place)
    if (action.type === 'REPLACE' && location.state.over?.some((one) => standing.has(one)))
      spent.delete(placeOf(location))
    if (!isPassing) beganSpent = isSpent(left)
    isPassing = action.type === 'BACK' && (isSpent(location) || (beganSpent && isSpent(left)))
    if (isPassing) history.back()
  })
}
