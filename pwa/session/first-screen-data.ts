import type { AppConfig } from '#schema/app-config'
import type { FirstScreenRows } from '#schema/sync-scopes'

/** The app's settings and the rows of the first screen, as the server has put them into the page of a visitor. */
interface FirstScreenData {
  config: AppConfig
  rows?: FirstScreenRows
}

/** Null where the server has put nothing into the page. */
export function readFirstScreenData(): FirstScreenData | null {
  return JSON.parse(document.querySelector('#first-screen')?.textContent || 'null')
}
