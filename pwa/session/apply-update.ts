/**
 * Lets the new version take over and reloads this page once it has. Never called but by a press. A browser waits until the old
 * worker has nothing to do, which may take it half a minute while a page is still asking for photos.
 * @returns when the page was asked to reload; its person may refuse that, to keep what was not sent
 */
export async function applyUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  // Another page may have let it take over already: then only this page's own code is old.
  if (registration?.waiting) {
    const { promise, resolve } = Promise.withResolvers<unknown>()
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    registration.waiting.postMessage({ type: 'SKIP_WAITING' })
    await promise
  }
  window.location.reload()
}
