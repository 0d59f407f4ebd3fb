import type { FirstScreenRows } from '#schema/sync-scopes'

/** The rows of a visitor's first screen, which the server has put into the page; null where it has not. */
export function readFirstRows(): FirstScreenRows | null {
  return JSON.parse(document.querySelector('#first-rows')?.textContent || 'null')
}
