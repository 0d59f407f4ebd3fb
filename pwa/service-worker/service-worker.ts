import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { ASK_DISK, diskVersions } from '../disk/disk-versions'
import { flushOutbox } from './background-sync'
import { answerImage, isOwnImage } from './images'
import { openNotice, renewPush, takePush } from './push'
import { takeInShare } from './share-target'

declare const self: ServiceWorkerGlobalScope

const SYNC_TAG = 'outbox'

precacheAndRoute(self.__WB_MANIFEST)

if (import.meta.env.PROD) {
  const shell = createHandlerBoundToURL('/index.html')
  registerRoute(
    new NavigationRoute(shell, {
      denylist: [/^\/api\//, /^\/uploads\//, /^\/_pay\//, /^\/mail(\/|$)/, /^\/\.well-known\//],
    }),
  )
}

registerRoute(
  ({ request, url }) => request.method === 'GET' && isOwnImage(url),
  ({ request, event }) => answerImage(request, event as FetchEvent),
)

registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname === '/share',
  ({ request }) => takeInShare(request),
  'POST',
)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting()
  if (event.data?.type === 'TAKE_PAGES') event.waitUntil(self.clients.claim())
  if (event.data?.type === ASK_DISK) event.ports[0]?.postMessage(diskVersions())
})

self.addEventListener('push', (event) => event.waitUntil(takePush(event.data)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification)))

self.addEventListener('pushsubscriptionchange', (event) => (event as ExtendableEvent).waitUntil(renewPush()))

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string }
  if (tag === SYNC_TAG) waitUntil.call(event, flushOutbox())
})
