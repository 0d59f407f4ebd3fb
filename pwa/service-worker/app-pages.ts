/** Addresses that the server alone answers. */
export const NOT_PAGES = [/^\/api\//, /^\/uploads\//, /^\/_pay\//, /^\/mail(\/|$)/, /^\/\.well-known\//]
const FILE = /\.[^/]*$/

/** Does a window with this address show the app? A photo in a tab of its own is a window of the worker too. */
export function isAppPage(address: string): boolean {
  const { pathname } = new URL(address)
  return !FILE.test(pathname) && !NOT_PAGES.some((others) => others.test(pathname))
}
