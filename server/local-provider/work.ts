import { dueAt } from './due'
import { newId } from './ids'
import { missing } from './provider-error'
import type { SqlValue, Statement } from './sql-port'
import type { AnyObject, Kind, ListQuery, ObjectKinds, Store } from './store'
import type { JsonObject } from './wire'
import { wire } from './wire'

/** The name of each kind in Stripe's "No such …" messages, where it differs from the object's name. */
const LABELS: Partial<Record<Kind, string>> = { payment_method: 'PaymentMethod' }

export interface WorkContext {
  /** Seconds of the provider's clock. */
  now: number
  /** The connected account of the request's `Stripe-Account`; empty for the platform. */
  account: string
  apiVersion: string
  request: string | null
  idempotencyKey: string | null
}

export interface EmittedEvent {
  id: string
  type: string
  account: string
  body: JsonObject
}

interface Tracked {
  body: AnyObject
  account: string
  /** The stored version and text; absent for an object that is new. */
  stored?: { version: number; text: string }
  removed: boolean
}

/**
 * One request's reads and writes. An object read twice is the same object, so handlers simply change it;
 * `statements()` finds what changed and turns it into one guarded batch.
 */
export class Work {
  private readonly tracked = new Map<string, Tracked>()
  private readonly extra: Statement[] = []
  readonly events: EmittedEvent[] = []

  constructor(
    readonly store: Store,
    readonly context: WorkContext,
  ) {}

  get now(): number {
    return this.context.now
  }

  get account(): string {
    return this.context.account
  }

  async find<K extends Kind>(kind: K, id: string, account = this.account): Promise<ObjectKinds[K] | undefined> {
    const found = await this.track(id)
    if (!found || found.body.object !== kind || found.account !== account) return undefined
    return found.body as ObjectKinds[K]
  }

  /** As `find`, or Stripe's "No such …": 404 without `param`, 400 naming it with. */
  async require<K extends Kind>(kind: K, id: string, param?: string): Promise<ObjectKinds[K]> {
    const found = await this.find(kind, id)
    if (!found) throw missing(LABELS[kind] ?? kind, id, param)
    return found
  }

  /** The object of any kind behind an id, of whichever account: what `expand[]` follows. */
  async findAny(id: string): Promise<AnyObject | undefined> {
    return (await this.track(id))?.body
  }

  async list<K extends Kind>(kind: K, query: Omit<ListQuery, 'kind' | 'account'>): Promise<ObjectKinds[K][]> {
    const rows = await this.store.list({ ...query, kind, account: this.account })
    return rows.map(({ body, version, account }) => {
      const known = this.tracked.get(body.id) ?? {
        body,
        account,
        stored: { version, text: JSON.stringify(body) },
        removed: false,
      }
      this.tracked.set(body.id, known)
      return known.body as ObjectKinds[K]
    })
  }

  add<B extends AnyObject>(body: B, account = this.account): B {
    this.tracked.set(body.id, { body, account, removed: false })
    return body
  }

  async remove(id: string): Promise<void> {
    const found = await this.track(id)
    if (found) found.removed = true
  }

  /** Records an event with the object as it is now. `account` names the connected account it happened on. */
  emit(type: string, body: JsonObject, account = this.account): void {
    const { now, apiVersion, request, idempotencyKey } = this.context
    const id = newId('evt_')
    this.events.push({
      id,
      type,
      account,
      body: {
        id,
        object: 'event',
        ...(account ? { account } : {}),
        api_version: apiVersion,
        created: now,
        data: { object: wire(body) },
        livemode: false,
        request: { id: request, idempotency_key: idempotencyKey },
        type,
      },
    })
  }

  /** A statement that must stand or fall with this work. */
  alsoWrite(sql: string, args: SqlValue[]): void {
    this.extra.push({ sql, args })
  }

  /** Forgets everything that was changed. */
  discard(): void {
    this.tracked.clear()
    this.extra.length = 0
    this.events.length = 0
  }

  /** The whole work as one batch; empty when nothing changed. */
  statements(): Statement[] {
    const objects = [...this.tracked.values()].map(toStatement).filter((statement) => statement !== undefined)
    const events = this.events.map((event) => ({
      sql: 'INSERT INTO lp_events (id, type, account, created, body) VALUES (?, ?, ?, ?, ?)',
      args: [event.id, event.type, event.account, this.now, JSON.stringify(event.body)],
    }))
    return [...objects, ...events, ...this.extra]
  }

  private async track(id: string): Promise<Tracked | undefined> {
    const known = this.tracked.get(id)
    if (known) return known.removed ? undefined : known
    const row = await this.store.findRow(id)
    if (!row) return undefined
    const stored = { version: row.version, text: JSON.stringify(row.body) }
    const found: Tracked = { body: row.body, account: row.account, stored, removed: false }
    this.tracked.set(id, found)
    return found
  }
}

function toStatement({ body, account, stored, removed }: Tracked): Statement | undefined {
  if (removed) return { sql: 'DELETE FROM lp_objects WHERE id = ?', args: [body.id] }
  const text = JSON.stringify(body)
  if (!stored) {
    return {
      sql: 'INSERT INTO lp_objects (id, kind, account, created, due, version, body) VALUES (?, ?, ?, ?, ?, 1, ?)',
      args: [body.id, body.object, account, body.created, dueAt(body), text],
    }
  }
  if (text === stored.text) return undefined
  return {
    sql: 'UPDATE lp_objects SET body = ?, due = ?, version = ? WHERE id = ?',
    args: [text, dueAt(body), stored.version + 1, body.id],
  }
}
