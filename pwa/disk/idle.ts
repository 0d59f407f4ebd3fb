/**
 * Resolves when the browser has nothing else to do.
 * @param limitMs a page that is never idle goes on after so long
 * @param insteadMs the wait in a browser that never says when it is idle, as Safari
 */
export function idle(limitMs = 500, insteadMs = 0): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: limitMs })
    else setTimeout(resolve, insteadMs)
  })
}
