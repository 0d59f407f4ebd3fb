/**
 * Calls `open` with a path of ours when the worker wants this page to show it: somebody pressed a notification.
 * @returns a function that ends it
 */
export function onOpenRequest(open: (path: string) => void): () => void {
  const heard = ({ data, ports: [asker] }: MessageEvent) => {
    if (data?.type !== 'OPEN') return
    asker?.postMessage('heard')
    open(data.path)
  }
  navigator.serviceWorker?.addEventListener('message', heard)
  return () => navigator.serviceWorker?.removeEventListener('message', heard)
}
