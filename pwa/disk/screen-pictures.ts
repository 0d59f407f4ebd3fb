const SCREENS = 'screens-'
/** Of one account. With those of a visitor beside them: below 3 MB. */
const PICTURES_MAX = 24
export const PICTURE_MAX_BYTES = 60_000

/** How a screen looked when it was last at rest. A picture is shown, never read: everything that is known comes from the databases. */
export interface ScreenPicture {
  /** The main script of the build whose markup this is. */
  build: string
  /** The database of the account that saw it. */
  account: string
  title: string
  /** The window's width and the screen's whole height, in CSS pixels. */
  width: number
  height: number
  html: string
  /** Rules for what is around the screen, and for what is in it. */
  pageCss: string
  css: string
  /** Further files of this screen, as paths. */
  scripts: string[]
  styles: string[]
}

/** The cache of an account's pictures, named like the account's database: it goes with the database. */
export const screensOf = (dbName: string): string => `${SCREENS}${dbName}`
/** The database of the account whose pictures are in this cache; null for any other cache. */
export const accountOfScreens = (cache: string): string | null =>
  cache.startsWith(SCREENS) ? cache.slice(SCREENS.length) : null

/** The address under which the picture of a page lies; nothing answers requests from there. */
function pictureKey({ pathname, searchParams }: URL): string {
  const search = new URLSearchParams(searchParams)
  // An installed app begins with this; the screen is the same.
  search.delete('source')
  return `/.screens${pathname}?${search}`
}

/** Keeps a picture and lets the oldest go. @throws when the disk is full */
export async function storePicture(url: URL, picture: ScreenPicture): Promise<void> {
  const box = await caches.open(screensOf(picture.account))
  const key = pictureKey(url)
  await box.delete(key)
  await box.put(key, new Response(JSON.stringify(picture), { headers: { 'content-type': 'application/json' } }))
  const held = await box.keys()
  for (const request of held.slice(0, Math.max(0, held.length - PICTURES_MAX))) await box.delete(request)
}

/** The account's last picture of this address; null where there is none, or none whole. */
export async function findPicture(url: URL, account: string): Promise<ScreenPicture | null> {
  const found = await caches.match(pictureKey(url), { cacheName: screensOf(account) })
  const picture = (await found?.json().catch(() => null)) as ScreenPicture | null | undefined
  return picture?.account === account ? picture : null
}

/** Forgets what an account has seen. */
export async function dropPictures(dbName: string): Promise<void> {
  if (typeof caches !== 'undefined') await caches.delete(screensOf(dbName))
}

/** Forgets all pictures, as those of another build. */
export async function dropAllPictures(): Promise<void> {
  for (const name of await caches.keys()) if (accountOfScreens(name) !== null) await caches.delete(name)
}
