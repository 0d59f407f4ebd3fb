import { addPlugins, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { ASK_DISK } from '../disk/ask-disk'
import { dropAllPictures } from '../disk/screen-pictures'
import { answerLastScreen, answerPage, isLastScreen, piecesOf } from './answer-page'
import { NOT_PAGES } from './app-pages'
import { answerImage, isOwnImage } from './held-images'
import { loadEvents } from './load-events'
import { keepPageOf } from './page-of-build'

/**
 * Answers navigations, the files of the app and photos, and knows no database: a browser that was just started waits for all of this
 * script before its first page. The rest comes when its event does.
 */
declare const self: ServiceWorkerGlobalScope

const SYNC_TAG = 'outbox'

// The front page is a navigation like any other, and no file.
const files = self.__WB_MANIFEST
const paths = new Set(
  files.map((file) => new URL(typeof file === 'string' ? file : file.url, location.origin).pathname),
)
addPlugins([keepPageOf(paths)])
precacheAndRoute(files, { directoryIndex: '' })

if (import.meta.env.PROD) {
  const shell = createHandlerBoundToURL('/index.html')
  registerRoute(
    new NavigationRoute((options) => answerPage(options.request, () => shell(options), piecesOf(paths)), {
      denylist: NOT_PAGES,
    }),
  )
}

registerRoute(
  ({ url }) => isLastScreen(url),
  async () => answerLastScreen(),
)

registerRoute(
  ({ request, url }) => request.method === 'GET' && isOwnImage(url),
  ({ request, event }) => answerImage(request, event as FetchEvent),
)

registerRoute(
  ({ url }) => url.origin === location.origin && url.pathname === '/share',
  ({ request }) => loadEvents().takeInShare(request),
  'POST',
)

// An event's listener that throws does not stop the installation; a promise that is refused does.
self.addEventListener('install', (event) => event.waitUntil((async () => void loadEvents())()))

// The pictures that are there show the markup of the build before.
self.addEventListener('activate', (event) => event.waitUntil(Promise.all([self.clients.claim(), dropAllPictures()])))

self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') self.skipWaiting()
  if (event.data?.type === 'TAKE_PAGES') event.waitUntil(self.clients.claim())
  if (event.data?.type === ASK_DISK) event.ports[0]?.postMessage(loadEvents().diskVersions())
})

self.addEventListener('push', (event) => event.waitUntil(loadEvents().takePush(event.data)))

self.addEventListener('notificationclick', (event) => event.waitUntil(loadEvents().openNotice(event.notification)))

self.addEventListener('pushsubscriptionchange', (event) =>
  (event as ExtendableEvent).waitUntil(loadEvents().renewPush()),
)

self.addEventListener('sync', (event) => {
  const { tag, waitUntil } = event as ExtendableEvent & { tag: string }
  if (tag === SYNC_TAG) waitUntil.call(event, loadEvents().flushOutbox())
})
