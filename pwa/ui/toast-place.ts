import { topDialog } from './open-dialogs'

const SPOTS = ['bottom', 'top', 'middle'] as const
export type ToastSpot = (typeof SPOTS)[number]

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Presses that somebody may be about to make. */
const BUTTONS = 'button:not(:disabled), a.button'
/** The one that a form or an offer waits for. */
const PRIMARY = '[type=submit], .form-actions > *, button:not([class]), a.button:not(.is-secondary, .is-quiet)'
/** The focused element is needed too: somebody is typing there, or was led there. */
const FOCUSABLE = 'a, button, input, select, textarea, summary'
const GAP_PX = 4
const PRIMARY_WEIGHT = 100

const overlaps = (a: Box, b: Box): boolean =>
  a.left < b.right + GAP_PX && b.left < a.right + GAP_PX && a.top < b.bottom + GAP_PX && b.top < a.bottom + GAP_PX

/** How much a notice would cover at a place: primary buttons count most. */
export const coverCost = (notice: Box, buttons: readonly (Box & { isPrimary: boolean })[]): number =>
  buttons.reduce((sum, button) => sum + (overlaps(notice, button) ? (button.isPrimary ? PRIMARY_WEIGHT : 1) : 0), 0)

/** The place where the notice covers the least. It stays where it is unless the other place is better. */
export function bestPlace(notice: HTMLElement, now: ToastSpot): ToastSpot {
  const region = notice.parentElement
  if (!region) return now
  const root = topDialog() ?? document.querySelector('main')
  const focused = document.activeElement
  const needed = new Set<Element>(root?.querySelectorAll(BUTTONS))
  if (focused?.matches(FOCUSABLE) && root?.contains(focused)) needed.add(focused)
  const buttons = [...needed]
    .filter((element) => !notice.contains(element))
    .map((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom, isPrimary: element === focused || element.matches(PRIMARY) }
    })
  const stand = (spot: ToastSpot) => {
    for (const one of SPOTS) region.classList.toggle(`toast-region--${one}`, one === spot)
  }
  const costs = SPOTS.map((spot) => {
    stand(spot)
    return { spot, cost: coverCost(notice.getBoundingClientRect(), buttons) }
  })
  stand(now)
  const least = Math.min(...costs.map(({ cost }) => cost))
  const best = costs.filter(({ cost }) => cost === least)
  return best.find(({ spot }) => spot === now)?.spot ?? best[0]?.spot ?? now
}
