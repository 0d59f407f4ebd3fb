import { accountDbName } from '../disk/account-db-name'
import { isSignOutPending, storedUser } from '../disk/device-db'
import { diskUnkept, isDiskNewer } from '../disk/disk-version'
import { idle } from '../disk/idle'
import { dropPictures, storePicture } from '../disk/screen-pictures'
import { oneAtATime } from '../session/one-at-a-time'
import { takePicture } from './take-picture'

/** A screen on which nothing has changed for so long is at rest. */
const REST_MS = 1_500
/** A screen that changes all the time is looked at no more often. */
const AGAIN_MS = 5_000
const SCROLLED_PX = 40
/** Screens that are opened first. No form with an account's secrets is among them, and nothing of an operator's. */
const KEPT =
  /^\/(?:$|listings(?:\/\d+)?$|made-to-order(?:\/\d+)?$|inspiration(?:\/\d+)?$|offers(?:\/\d+)?$|purchases$|profile(?:\/\d+)?$|inbox$|manage-made-to-order$|users\/\d+\/inspiration$)/
/** A search that something has been begun with, as a return from the provider or a shared photo. */
const BEGUN = ['trip', 'setup', 'share', 'shared', 'messages', 'thread']
const WAITING = '.skeleton,.spinner,[aria-busy="true"]'

/**
 * Keeps a picture of each screen that comes to rest, for the worker's next answer to a navigation. A picture is taken for the account
 * that the screen is shown to, while nobody can sign in or out.
 */
export function keepPictures(root: HTMLElement): void {
  if (!navigator.serviceWorker || typeof caches === 'undefined') return
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = { at: 0, of: '', html: '' }
  /** Rows of an account may stand on the screen for a moment after its end, so that no other's pictures are taken in this window. */
  let account: string | undefined
  let isOver = false

  const isOff = () => isOver || diskUnkept() !== null || isDiskNewer()
  const shownTo = () => root.querySelector<HTMLElement>('.app-shell')?.dataset.account

  /** Called at every change, as somebody may leave before their first screen has come to rest. */
  function noteAccount(): string | undefined {
    const shown = shownTo()
    if (shown === undefined) return shown
    isOver ||= account !== undefined && account !== accountDbName(null) && account !== shown
    account = shown
    return shown
  }

  async function take(): Promise<void> {
    const url = new URL(window.location.href)
    const shown = noteAccount()
    // Before a worker has taken this page, none answers the next navigation.
    if (isOff() || shown === undefined || !navigator.serviceWorker.controller) return
    const isKept = KEPT.test(url.pathname) && !BEGUN.some((name) => url.searchParams.has(name))
    if (!isKept || !isAtRest(root) || window.scrollY > SCROLLED_PX) return
    const since = Date.now() - last.at
    if (last.of === url.href && since < AGAIN_MS) {
      timer = setTimeout(take, AGAIN_MS - since)
      return
    }
    await oneAtATime(async () => {
      if (shownTo() !== shown || window.location.href !== url.href || !(await isHere(shown))) return
      // Read once more: the disk has taken its time.
      if (shownTo() !== shown || window.location.href !== url.href || !isAtRest(root)) return
      const picture = await takePicture(root, shown, nextTurn)
      if (!picture || (last.of === url.href && last.html === picture.html)) return
      await storePicture(url, picture).catch(() => dropPictures(shown))
      last = { at: Date.now(), of: url.href, html: picture.html }
    }).catch(() => undefined)
  }

  const begin = () => {
    clearTimeout(timer)
    noteAccount()
    if (!isOff()) timer = setTimeout(() => void idle().then(take), REST_MS)
  }
  new MutationObserver(begin).observe(root, {
    ...{ childList: true, subtree: true, characterData: true },
    attributeFilter: ['aria-busy', 'aria-pressed', 'data-behind'],
  })
  document.addEventListener('visibilitychange', begin)
  navigator.serviceWorker.addEventListener('controllerchange', begin)
  begin()
}

function isAtRest(root: HTMLElement): boolean {
  const main = root.querySelector('main')
  const isBehind = root.hasAttribute('data-behind') || document.visibilityState !== 'visible'
  return !isBehind && Boolean(main?.textContent?.trim()) && !main?.querySelector(WAITING)
}

async function isHere(account: string): Promise<boolean> {
  const [user, isLeaving] = await Promise.all([storedUser(), isSignOutPending()])
  return !isLeaving && accountDbName(user) === account
}

/** @throws once the page is hidden, which would wait for long: nobody signs in or out meanwhile */
async function nextTurn(): Promise<void> {
  await idle()
  if (document.visibilityState !== 'visible') throw new Error('The page is hidden')
}
