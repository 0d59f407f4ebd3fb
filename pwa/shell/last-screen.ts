/**
 * Stands in the page in front of the app while a picture of the last screen is shown: runs the app once the picture can be seen, keeps
 * presses on the picture, and takes the picture away once the app's own screen is complete behind it.
 */
/** An app that has not completed its screen so long after its scripts were there is shown as it is; later, if somebody types. */
const LIMIT_MS = 4_000
/** A screen without placeholders that has far less on it than its picture may still be on its way, for so long. */
const SPARSE_LIMIT_MS = 1_000
const SPARSE = 0.5
const HIDDEN_PAGE_MS = 300
const LOOK_AGAIN_MS = 50
/** A press waits so many looks for its element once the screen is complete. */
const PRESS_LOOKS = 20
const PRESSES_MAX = 5
const SCROLLED_PX = 100
/** Presses wait so long for the app's screen, and a picture that is typed into. Typed words wait for their field as long as the address stays. */
const PATIENCE_MS = 15_000
/** An app whose files did not all arrive is asked for again after this long, then after twice as long each time, up to two minutes. */
const RETRY_MS = 10_000
const RETRY_MAX_MS = 120_000
/** Words that were typed before the page is loaded again. */
const TYPED = `typed-before ${location.pathname}`
const PRESSABLE = 'a[href],button,input,select,textarea,summary,label'
const TEXT = 'textarea,input:not([type]),input[type="text"],input[type="search"],input[type="tel"],input[type="url"]'
/** The signs that a screen waits for its rows. */
const WAITING = '.skeleton,.spinner,[aria-busy="true"]'

interface Press {
  tag: string
  words: string
  /** Among those with the same words, in the order of the page. */
  place: number
  count: number
  isFocus: boolean
  /** The text typed there. */
  typed: string
}

const host = document.querySelector<HTMLElement>('last-screen')
const root = document.querySelector<HTMLElement>('#root')
const script = document.querySelector<HTMLScriptElement>('script[data-main]')
const presses: Press[] = []
const typings: Press[] = []
let picture: ShadowRoot | null = null
/** Some of the app's files did not arrive: links lead on as on any page. */
let isCut = false

const wordsOf = (element: Element): string =>
  [
    element.getAttribute('href'),
    element.getAttribute('name'),
    element.getAttribute('placeholder'),
    // A press on a heart that is not filled is another one.
    element.getAttribute('aria-pressed'),
    // A field's value is not its name.
    element.getAttribute('aria-label') ?? (element.matches('textarea') ? '' : element.textContent?.trim()),
    // Twenty cards have the same button: the card says which.
    element.closest('article,li,dialog,section')?.querySelector('h1,h2,h3,a')?.textContent,
  ].join('\n')

const alike = (scope: ParentNode, tag: string, words: string): Element[] =>
  [...scope.querySelectorAll(tag)].filter((element) => wordsOf(element) === words)

function note(target: EventTarget | null, isFocus: boolean, typed = ''): void {
  const element = (target as Element | null)?.closest(PRESSABLE)
  if (!element || !picture || (presses.length >= PRESSES_MAX && !typed)) return
  const [tag, words] = [element.localName, wordsOf(element)]
  const same = alike(picture, tag, words)
  const line = typed ? typings : presses
  line.push({ tag, words, place: same.indexOf(element), count: same.length, isFocus, typed })
}

/** The picture does not show what is in a form, so that only a search is sent from there. */
function sendsForm(target: Element): boolean {
  const button = target.closest('form [type="submit"]')
  return button !== null && button.closest('search') === null
}

const isTyping = (): boolean | undefined => picture?.activeElement?.matches(TEXT)

function noteTyped(): void {
  const fields = picture?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(TEXT) ?? []
  for (const field of fields) if (field.value) note(field, true, field.value)
}

/** The element that was pressed in the picture, if the screen has exactly that one; anything else would be a guess. */
function pressedIn({ tag, words, place, count }: Press): HTMLElement | null {
  const same = root ? alike(root, tag, words) : []
  const element = same.length === count ? same[place] : undefined
  return element instanceof HTMLElement ? element : null
}

/** @returns whether the screen has the element already */
function press(one: Press): boolean {
  const element = pressedIn(one)
  element?.focus({ preventScroll: true })
  if (!one.isFocus) element?.click()
  return element !== null
}

/** @returns whether the screen has the field already */
function typeAgain(one: Press, mayFocus: boolean): boolean {
  const field = pressedIn(one)
  if (!field) return false
  if (mayFocus) field.focus({ preventScroll: true })
  write(field as HTMLInputElement | HTMLTextAreaElement, one.typed)
  return true
}

/** A draft that the app has put into the field stays in front of what was typed. */
function write(field: HTMLInputElement | HTMLTextAreaElement, words: string): void {
  const end = field.value.length
  field.setRangeText(words, end, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Types and presses again, once the app's screen is complete. A press may send typed words, so that presses come after them, and waits
 * a moment for its element. Pressing something else meanwhile calls the presses off.
 */
function replay(): void {
  const begun = performance.now()
  const address = location.href
  let isCalledOff = false
  const callOff = ({ isTrusted }: Event) => {
    isCalledOff ||= isTrusted
  }
  const names = ['pointerdown', 'keydown'] as const
  for (const name of names) addEventListener(name, callOff, true)
  let waiting = typings
  let looksLeft = PRESS_LOOKS
  const end = () => {
    for (const name of names) removeEventListener(name, callOff, true)
  }
  const look = () => {
    if (location.href !== address) return end()
    const isLate = performance.now() - begun >= PATIENCE_MS
    const isReady = isLate || isComplete(Number.POSITIVE_INFINITY)
    const lookAgain = () => void setTimeout(look, LOOK_AGAIN_MS)
    if (isReady) waiting = waiting.filter((one) => !typeAgain(one, !isCalledOff))
    if (!isReady || waiting.length > 0) return lookAgain()
    if (isCalledOff || isLate) return end()
    while (presses[0] && press(presses[0])) presses.shift()
    if (presses[0] && looksLeft-- > 0) return lookAgain()
    end()
    // One whose element did not come holds up none behind it.
    presses.forEach(press)
  }
  look()
}

function listen(inside: ShadowRoot): void {
  picture = inside
  inside.addEventListener('click', (event) => {
    const { ctrlKey, metaKey, shiftKey } = event as MouseEvent
    const target = event.target as Element
    // A further tab or window opens by itself.
    if (ctrlKey || metaKey || shiftKey || (isCut && target.closest('a[href]'))) return
    event.preventDefault()
    note(target, target.matches('input,select,textarea') || sendsForm(target))
  })
  inside.addEventListener('submit', (event) => event.preventDefault())
  inside.addEventListener('beforeinput', (event) => {
    if (!(event.target as Element).matches(TEXT)) event.preventDefault()
  })
  inside.addEventListener('mousedown', (event) => {
    if ((event.target as Element).matches('select')) event.preventDefault()
  })
}

customElements.define(
  'last-screen',
  class extends HTMLElement {
    constructor() {
      super()
      const inside = this.attachInternals().shadowRoot
      if (inside) listen(inside)
    }
  },
)

/**
 * Was this page scrolled before it was loaded again? The picture shows the beginning alone. A page that was just opened has no state:
 * the first read of the session's storage would hold its picture up.
 */
function wasScrolled(): boolean | undefined {
  const key = history.state?.__TSR_key
  try {
    return (
      key &&
      JSON.parse(sessionStorage.getItem('tsr-scroll-restoration-v1_3') ?? '{}')[key]?.window?.scrollY > SCROLLED_PX
    )
  } catch {
    return false
  }
}

/** Without the app's styles the page keeps those around the picture, its ground among them. */
let isStyled = false
function dropStyles(): void {
  if (isStyled && !host?.isConnected) document.querySelector('[data-picture-style]')?.remove()
}

function takeAway(): void {
  if (!host?.isConnected) return
  noteTyped()
  const focused = picture?.activeElement
  if (focused && presses.length === 0) note(focused, true)
  const top = scrollY
  root?.removeAttribute('data-behind')
  host.remove()
  // All of the page is styled anew for it, which may be done after the screen has been shown.
  setTimeout(dropStyles)
  if (scrollY !== top) scrollTo({ top, behavior: 'instant' })
  if (typings.length + presses.length > 0) replay()
}

const sizeOf = (scope: ParentNode | null): number => scope?.querySelectorAll('main *').length ?? 0

function isComplete(sinceMs: number): boolean {
  // Before it is known who is here, a screen may change altogether.
  const main = root?.querySelector('[data-account] main')
  if (!main?.textContent?.trim() || main.querySelector(WAITING)) return false
  return sinceMs > SPARSE_LIMIT_MS || sizeOf(root) >= sizeOf(picture) * SPARSE
}

function addLink(rel: string, href: string): Promise<unknown> {
  const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href })
  const loaded = new Promise((resolve, reject) => {
    link.onload = resolve
    link.onerror = reject
  })
  document.head.append(link)
  return loaded
}

const addStyles = (): Promise<unknown> =>
  Promise.allSettled(pathsIn(script?.dataset.styles).map((href) => addLink('stylesheet', href)))

const pathsIn = (words: string | undefined): string[] => words?.split(' ').filter(Boolean) ?? []

function once(work: () => void): () => void {
  let isDone = false
  return () => {
    if (!isDone) work()
    isDone = true
  }
}

let fetched: Promise<unknown> | undefined
/** All at once: one after the other, each file would say only after its coming what else it needs. */
const fetchScripts = once(() => {
  const loads = pathsIn(script?.dataset.scripts).map((href) => addLink('modulepreload', href))
  fetched = Promise.all(loads)
  fetched.catch(() => undefined)
})

/**
 * One file after the other: each import is a turn of its own, and a press is answered between two. The app itself comes last, once the
 * screen's own files are there: without them it would show a fault in front of the readable picture.
 */
async function runApp(): Promise<void> {
  for (const path of pathsIn(script?.dataset.first)) await import(/* @vite-ignore */ path)
  // Without a picture there is nothing to read meanwhile. A browser that fetches no modules ahead says nothing of them.
  if (host?.getClientRects().length && document.createElement('link').relList.supports('modulepreload')) await fetched
  await import(/* @vite-ignore */ script?.dataset.main ?? '')
}

/**
 * The picture can be read meanwhile. The page is left once its files get an answer, because without a connection there would be none.
 * The pause grows with every attempt, over reloads too.
 */
function loadAgainLater(): void {
  isCut = true
  const pauseMs = history.state?.retryMs ?? RETRY_MS
  history.replaceState({ ...history.state, retryMs: Math.min(pauseMs * 2, RETRY_MAX_MS) }, '')
  const again = once(() => {
    Promise.all(pathsIn(script?.dataset.scripts).map((path) => fetch(path))).then(loadAgain, loadAgainLater)
  })
  setTimeout(again, pauseMs)
  for (const name of ['online', 'visibilitychange']) addEventListener(name, again, { once: true })
}

/** Typed words come along. */
function loadAgain(): void {
  noteTyped()
  try {
    sessionStorage.setItem(TYPED, JSON.stringify(typings))
  } catch {}
  location.reload()
}

function takeTyped(): void {
  try {
    typings.push(...JSON.parse(sessionStorage.getItem(TYPED) ?? '[]'))
    sessionStorage.removeItem(TYPED)
  } catch {}
}

async function begin(): Promise<void> {
  fetchScripts()
  const styled = addStyles().then(() => {
    isStyled = true
    dropStyles()
  })
  try {
    await runApp()
    await styled
  } catch (error) {
    loadAgainLater()
    throw error
  }
  const begun = performance.now()
  const look = () => {
    if (!host?.isConnected) return
    const sinceMs = performance.now() - begun
    if (isComplete(sinceMs) || sinceMs > (isTyping() ? PATIENCE_MS : LIMIT_MS)) takeAway()
    // A page that is not looked at has no frames.
    else if (document.visibilityState === 'visible') requestAnimationFrame(look)
    else setTimeout(look, HIDDEN_PAGE_MS)
  }
  look()
}

// The browser offers to install the app once, often before the app is there to hear it.
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  Object.assign(window, { installPrompt: event })
})
// Only a page that was loaded again has a state, and may have typed words.
if (history.state) takeTyped()
// A browser that makes no tree of the picture shows nothing of it.
if (!picture || wasScrolled()) takeAway()
const start = once(() => void begin())
if (host?.isConnected) {
  requestAnimationFrame(() =>
    setTimeout(() => {
      fetchScripts()
      // A picture of a window of another size is not shown. Asked after the first frame: before, the answer would cost a layout.
      if (host.getClientRects().length === 0) start()
    }),
  )
  // Files that run would hold the picture up.
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) start()
  }).observe({ type: 'paint', buffered: true })
  setTimeout(start, HIDDEN_PAGE_MS)
} else start()
