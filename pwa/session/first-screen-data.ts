import type { AppConfig } from '#schema/app-config'
import type { FirstScreenRows } from '#schema/sync-scopes'

/** What the server has put into the page of a visitor: the app's settings, and the rows of the first screen. */
interface FirstScreenData {
  config: AppConfig
  rows?: FirstScreenRows
}

/** Null where the server has put nothing into the page. */
export function readFirstScreenData(): FirstScreenData | null {
  return JSON.parse(document.querySelector('#first-screen')?.textContent || 'null')
}
