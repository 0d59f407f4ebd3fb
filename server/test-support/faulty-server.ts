import { endOnFault } from '../jobs/end-on-fault'

/** A server with one slow route, and two routes that leave a fault where nothing catches one. A test runs it as a process. */
const SLOW_MS = 500

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/throw') for (const _ of ['once', 'twice']) setTimeout(throwFault)
    if (pathname === '/reject') void Promise.reject(new Error('planted rejection'))
    if (pathname === '/slow') await Bun.sleep(SLOW_MS)
    return new Response(pathname)
  },
})

endOnFault(
  (entry) => console.error(JSON.stringify(entry)),
  async (exitCode) => {
    await server.stop()
    process.exit(exitCode)
  },
)
console.log(String(server.port))

function throwFault(): never {
  throw new Error('planted fault')
}
