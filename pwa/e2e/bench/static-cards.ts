const CARDS = 20

const WORKER = `
self.addEventListener('install', (event) => event.waitUntil(caches.open('one').then((box) => box.addAll(['/', '/photo.svg']))))
self.addEventListener('activate', (event) => event.waitUntil(clients.claim()))
self.addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((held) => held ?? fetch(event.request)))
})`

const PHOTO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="#c96"/></svg>'

const card = (_: unknown, n: number) => `<li><article><img src="/photo.svg" alt="" width="400" height="300">
  <h2><a href="#${n}">Walnut chairs no. ${n}</a></h2><p>Walnut chairs, lent for the day from Harlem.</p>
  <p>$${n + 3}.00 a day</p><button>Save</button></article></li>`

const PAGE = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Cards</title><style>
  body { font: 1rem/1.5 system-ui; margin: 2rem }
  ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.5rem 1rem; list-style: none; padding: 0 }
  img { width: 100%; height: auto; border-radius: 0.5rem }
</style><h1>Available Items</h1><ul>${Array.from({ length: CARDS }, card).join('')}</ul>
<script>navigator.serviceWorker.register('/worker.js')</script>`

const FILES: Record<string, [type: string, text: string]> = {
  '/': ['text/html', PAGE],
  '/worker.js': ['text/javascript', WORKER],
  '/photo.svg': ['image/svg+xml', PHOTO],
}

/** The yardstick of a first card: twenty cards in a page, kept by a worker of ten lines. */
export function serveStaticCards(): { origin: string; stop(): Promise<void> } {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const [type, text] = FILES[new URL(request.url).pathname] ?? ['text/plain', 'Not found']
      return new Response(text, { headers: { 'content-type': type } })
    },
  })
  return { origin: server.url.origin, stop: () => server.stop(true) }
}
