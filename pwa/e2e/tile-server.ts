import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const TILE = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 256 256">
<rect width="256" height="256" fill="#f2efe9"/>
<rect x="150" y="24" width="84" height="96" fill="#cfe3c4"/>
<path d="M0 190Q80 150 128 200T256 180V256H0Z" fill="#b5d3e0"/>
<path d="M0 64H256M0 128H256M64 0V190M128 0V190M192 0V180" stroke="#fff" stroke-width="6"/>
<path d="M0 96L256 20" stroke="#f4c978" stroke-width="8"/>
</svg>`

export interface TileServer {
  origin: string
  /** The paths that browsers have asked for. */
  asked: string[]
  /** Has every tile be missing from now on, or none. */
  lose(areLost: boolean): void
  close(): Promise<void>
}

/** A server of map tiles on this machine, which all look alike. */
export async function startTileServer(): Promise<TileServer> {
  const asked: string[] = []
  let areLost = false
  const server = createServer(({ url = '' }, answer) => {
    asked.push(url)
    answer.writeHead(areLost ? 404 : 200, { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' })
    answer.end(areLost ? undefined : TILE)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    lose(now) {
      areLost = now
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}
