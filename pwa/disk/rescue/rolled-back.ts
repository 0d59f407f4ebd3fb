import { noteNewer } from '../disk-version'
import { setRestore } from './lost-disk'
import { goOnInMemory } from './memory-disk'

/**
 * For a page that has found a disk of a newer build. Where there is a newer build to be had, a reload goes on with the disk.
 * Otherwise the release was rolled back: the app goes on in memory over the server's rows, and what is on the disk, its
 * copies included, is left as it is for the newer build's return.
 * @returns whether the app goes on in memory
 */
export async function goOnIfRolledBack(): Promise<boolean> {
  if (await isNewerBuildThere()) return false
  // Writes that wait on the disk must not leave twice, nor come back after they were discarded here.
  setRestore(null)
  await goOnInMemory('older')
  noteNewer(false)
  return true
}

async function isNewerBuildThere(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  await registration?.update().catch(() => undefined)
  // The first worker of a browser is none that is newer than its page.
  if (registration?.waiting || (registration?.installing && registration.active)) return true
  // Another page may have let the newer build take over while this one started: then the worker's page has other code.
  const picture = document.querySelector<HTMLScriptElement>('script[data-main]')
  const own = picture?.dataset.main ?? document.querySelector('script[type="module"][src]')?.getAttribute('src')
  const page = await fetch('/index.html').then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  )
  return own != null && page !== null && !page.includes(own)
}
