import { Clock } from './clock'
import { settleDeadline } from './deadlines'
import { EVENT_LIFE_SECONDS } from './events'
import { Faults } from './faults'
import { KEY_LIFE_SECONDS } from './idempotency'
import type { WebhookEndpoint } from './objects/webhook-endpoint-object'
import type { Site } from './site'
import type { SqlPort } from './sql-port'
import { createTables, Store } from './store'
import type { DeliveryPlan } from './webhook-delivery'
import { PLAIN_DELIVERY, planDeliveries, WebhookSender } from './webhook-delivery'
import { Work } from './work'

const MAX_ENDPOINTS = 16
const DEADLINE_BATCH = 50

export interface Caller {
  account: string
  request: string | null
  idempotencyKey: string | null
}

/** Work that no request asked for: deadlines and hosted pages. */
export const NOBODY: Caller = { account: '', request: null, idempotencyKey: null }

export interface CoreOptions {
  sql: SqlPort
  now(): Date
  site: Site
  send(request: Request): Promise<Response>
}

/** The parts that every way in shares: tables, clock, faults, the sender of webhooks, and one queue for all writes. */
export class Core {
  readonly store: Store
  readonly clock: Clock
  readonly faults: Faults
  readonly sender: WebhookSender
  readonly site: Site
  private tail: Promise<unknown> = Promise.resolve()

  constructor(options: CoreOptions) {
    this.site = options.site
    this.store = new Store(options.sql)
    this.clock = new Clock(this.store, options.now)
    this.faults = new Faults(this.store)
    this.sender = new WebhookSender(this.store, this.clock, options.send)
  }

  async migrate(): Promise<void> {
    await createTables(this.store.sql)
    await this.clock.load()
    await this.faults.load()
  }

  /** Runs with nobody else writing, and commits what `run` changed as one batch. */
  write<T>(caller: Caller, run: (work: Work) => Promise<T>, plan: DeliveryPlan = PLAIN_DELIVERY): Promise<T> {
    return this.alone(async () => {
      await this.settleDeadlines()
      return this.commit(caller, run, plan)
    })
  }

  /** Runs beside the writers; what `run` changes is forgotten. */
  async read<T>(caller: Caller, run: (work: Work) => Promise<T>): Promise<T> {
    const due = await this.store.listDue(this.clock.now(), 1)
    if (due.length > 0) await this.alone(() => this.settleDeadlines())
    return run(this.newWork(caller))
  }

  /** Everything that time brings about: deadlines, forgotten keys and events, webhooks. */
  async tick(): Promise<void> {
    await this.alone(async () => {
      await this.settleDeadlines()
      await this.prune()
    })
    await this.sender.deliverDue()
  }

  async webhookSecrets(): Promise<string[]> {
    return (await this.endpoints()).map((endpoint) => endpoint.provider_state.secret)
  }

  private newWork(caller: Caller): Work {
    return new Work(this.store, { ...caller, now: this.clock.now(), apiVersion: this.site.apiVersion })
  }

  private alone<T>(run: () => Promise<T>): Promise<T> {
    const done = this.tail.then(run)
    this.tail = done.catch(() => undefined)
    return done
  }

  private async settleDeadlines(): Promise<void> {
    const settled = new Set<string>()
    for (;;) {
      const due = await this.store.listDue(this.clock.now(), DEADLINE_BATCH)
      const fresh = due.filter(({ id }) => !settled.has(id))
      if (fresh.length === 0) return
      for (const { id, account } of fresh) {
        await this.commit({ ...NOBODY, account }, (work) => settleDeadline(work, id), PLAIN_DELIVERY)
        settled.add(id)
      }
    }
  }

  private async commit<T>(caller: Caller, run: (work: Work) => Promise<T>, plan: DeliveryPlan): Promise<T> {
    let hasNews = false
    const result = await this.store.sql.write(async () => {
      const work = this.newWork(caller)
      const value = await run(work)
      const statements = work.statements()
      const deliveries = statements.length > 0 && work.events.length > 0 ? await this.deliveries(work, plan) : []
      hasNews = deliveries.length > 0
      return { value, statements: [...statements, ...deliveries] }
    })
    if (hasNews) this.sender.schedule()
    return result
  }

  private async deliveries(work: Work, plan: DeliveryPlan) {
    return planDeliveries(work.events, (await this.endpoints()).reverse(), work.now, plan)
  }

  private async endpoints(): Promise<WebhookEndpoint[]> {
    const query = { kind: 'webhook_endpoint', account: '', where: {}, limit: MAX_ENDPOINTS } as const
    const rows = await this.store.list(query)
    return rows.flatMap(({ body }) => (body.object === 'webhook_endpoint' ? [body] : []))
  }

  private async prune(): Promise<void> {
    const now = this.clock.now()
    const oldEvent = now - EVENT_LIFE_SECONDS
    await this.store.sql.batch([
      { sql: 'DELETE FROM lp_idempotency WHERE created <= ?', args: [now - KEY_LIFE_SECONDS] },
      {
        sql: 'DELETE FROM lp_deliveries WHERE event IN (SELECT id FROM lp_events WHERE created <= ?)',
        args: [oldEvent],
      },
      { sql: 'DELETE FROM lp_events WHERE created <= ?', args: [oldEvent] },
    ])
  }
}
