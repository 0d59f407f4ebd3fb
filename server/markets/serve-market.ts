import { PRODUCT_NAME } from '#schema/product'
import type { Deps } from '../deps'
import type { Env } from '../env'
import { bodyLimits } from '../http/limits'
import { canReadKeptMails } from '../mail/mail-routes'
import { openMarket } from '../open-market'
import { closeLiveStreams, spreadLiveStreams } from '../sync/live'

/** A process that listens. */
export interface Serving {
  port: number
  /** Lines for whoever has started it. */
  words: string[]
  /** Ends the live streams that are open now, one after another over so long. */
  spreadStreams(overMs: number): Promise<void>
  /** Ends the live streams, waits for requests under way, and closes all that is open. */
  close(): Promise<void>
}

const IDLE_TIMEOUT_S = 60

/** How the process listens, for one market or for several. */
export const listening = ({ host, port }: Pick<Env, 'host' | 'port'>, idleTimeout = IDLE_TIMEOUT_S) => ({
  port,
  hostname: host,
  // The framework's default lets a second server listen behind the same port.
  reusePort: false,
  idleTimeout,
  maxRequestBodySize: bodyLimits.any,
})

/** Serves the market that the environment describes. */
export async function serveMarket(env: Env, log: Deps['log']): Promise<Serving> {
  const { app, deps, startWork, close } = await openMarket(env, log)
  app.listen(listening(env))
  startWork()
  const words = [`${PRODUCT_NAME} is ready at ${env.origin}`]
  if (canReadKeptMails(deps)) words.push(`No mail is sent: read it at ${env.origin}/mail`)
  return {
    port: app.server?.port ?? env.port,
    words,
    spreadStreams: (overMs) => spreadLiveStreams(deps.db, overMs),
    async close() {
      closeLiveStreams(deps.db)
      await app.server?.stop()
      await close()
    },
  }
}
