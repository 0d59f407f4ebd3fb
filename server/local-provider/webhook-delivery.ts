import type { Clock } from './clock'
import { findEvent } from './events'
import type { WebhookEndpoint } from './objects/webhook-endpoint-object'
import type { Statement } from './sql-port'
import type { Store } from './store'
import { wants } from './webhook-endpoints'
import type { JsonObject } from './wire'
import type { EmittedEvent } from './work'

/** The waits before each of the three repeats, in seconds of the provider's clock. */
const RETRY_SECONDS = [60, 600, 3600]
const ANSWER_TIMEOUT_MS = 20_000
const BATCH = 20

export interface DeliveryPlan {
  copies: number
  lastFirst: boolean
  lost: boolean
}

export const PLAIN_DELIVERY: DeliveryPlan = { copies: 1, lastFirst: false, lost: false }

/** The rows that make every interested endpoint hear of the events. */
export function planDeliveries(
  events: readonly EmittedEvent[],
  endpoints: readonly WebhookEndpoint[],
  now: number,
  plan: DeliveryPlan,
): Statement[] {
  const ordered = plan.lastFirst ? [...events].reverse() : events
  return ordered.flatMap((event) =>
    endpoints
      .filter((endpoint) => wants(endpoint, event))
      .flatMap((endpoint) => Array.from({ length: plan.copies }, () => endpoint.id))
      .map((endpoint) => ({
        sql: 'INSERT INTO lp_deliveries (event, endpoint, state, attempts, next_at) VALUES (?, ?, ?, 0, ?)',
        args: [event.id, endpoint, plan.lost ? 'failed' : 'due', now],
      })),
  )
}

/** `t=…,v1=…`: HMAC-SHA256 over the time and the exact body, in hex. */
function signature(secret: string, body: string, seconds: number): string {
  const hash = new Bun.CryptoHasher('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return `t=${seconds},v1=${hash}`
}

interface Delivery {
  position: number
  event: string
  endpoint: string
  attempts: number
}

/** Sends what is due, one at a time and in order, and books how it went. */
export class WebhookSender {
  private tail: Promise<void> = Promise.resolve()
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
    private readonly send: (request: Request) => Promise<Response>,
  ) {}

  /** Sends soon, after the running answer has left. */
  schedule(): void {
    if (this.timer) return
    this.timer = setTimeout(() => {
      this.timer = undefined
      // A failure leaves the rows due, and the next tick sends them.
      this.deliverDue().catch(() => undefined)
    }, 0)
  }

  /** Resolves when nothing is due any more. */
  deliverDue(): Promise<void> {
    const done = this.tail.then(() => this.drain())
    this.tail = done.catch(() => undefined)
    return done
  }

  private async drain(): Promise<void> {
    for (;;) {
      const rows = await this.store.sql.read(
        "SELECT position, event, endpoint, attempts FROM lp_deliveries WHERE state = 'due' AND next_at <= ? ORDER BY position LIMIT ?",
        [this.clock.now(), BATCH],
      )
      for (const row of rows) await this.deliver(toDelivery(row))
      if (rows.length < BATCH) return
    }
  }

  private async deliver(delivery: Delivery): Promise<void> {
    const event = await findEvent(this.store.sql, delivery.event)
    const endpoint = (await this.store.findRow(delivery.endpoint))?.body
    const reachable = endpoint?.object === 'webhook_endpoint' && endpoint.status === 'enabled' ? endpoint : undefined
    const arrived = event && reachable ? await this.post(event, reachable) : false
    await this.book(delivery, arrived, Boolean(event && reachable))
  }

  private async post(event: JsonObject, endpoint: WebhookEndpoint): Promise<boolean> {
    const body = JSON.stringify(event)
    const header = signature(endpoint.provider_state.secret, body, this.clock.signingSeconds())
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header }
    const request = new Request(endpoint.url, { method: 'POST', headers, body, redirect: 'manual' })
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), ANSWER_TIMEOUT_MS)
    })
    try {
      const response = await Promise.race([this.send(request), late])
      return response?.ok ?? false
    } catch {
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  private async book(delivery: Delivery, arrived: boolean, repeatable: boolean): Promise<void> {
    const wait = RETRY_SECONDS[delivery.attempts]
    const again = !arrived && repeatable && wait !== undefined
    const state = arrived ? 'done' : again ? 'due' : 'failed'
    await this.store.sql.batch([
      {
        sql: 'UPDATE lp_deliveries SET state = ?, attempts = ?, next_at = ? WHERE position = ?',
        args: [state, delivery.attempts + 1, this.clock.now() + (wait ?? 0), delivery.position],
      },
    ])
  }
}

function toDelivery(row: Record<string, unknown>): Delivery {
  return {
    position: Number(row.position),
    event: String(row.event),
    endpoint: String(row.endpoint),
    attempts: Number(row.attempts),
  }
}
