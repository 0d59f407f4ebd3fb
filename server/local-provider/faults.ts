import type { Store } from './store'

const ARMED = 'faults'

/** Faults that tests can arm, to try the product's patience. */
export const FAULT_KINDS = [
  /** Runs, then closes the connection instead of answering. */
  'drop',
  /** Runs, then answers late. */
  'delay',
  /** 409, as when two writers meet on one object; nothing runs. */
  'conflict',
  /** 429; nothing runs. */
  'rate_limit',
  /** 500; nothing runs. */
  'error_before',
  /** 500 although everything ran; kept under the idempotency key like any answer. */
  'error_after',
  /** Every event of the request is delivered twice. */
  'duplicate_events',
  /** The events of the request are delivered last first. */
  'reorder_events',
  /** The events of the request are delivered before its answer. */
  'events_first',
  /** The events of the request are never delivered; only the list of events has them. */
  'lose_events',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

export interface Fault {
  kind: FaultKind
  /** How many requests are still to be hit. */
  times: number
  // A line comment, because the pattern would end a block comment.
  // Method and path, `*` for one step, as in POST /v1/payment_intents/*/capture. Absent: any POST.
  match?: string
  /** How late a delayed answer is. */
  delay_ms?: number
}

/** The armed faults, kept over restarts. */
export class Faults {
  private armed: Fault[] = []

  constructor(private readonly store: Store) {}

  async load(): Promise<void> {
    this.armed = JSON.parse((await this.store.readSetting(ARMED)) ?? '[]') as Fault[]
  }

  list(): readonly Fault[] {
    return this.armed
  }

  async arm(fault: Fault): Promise<void> {
    await this.replace([...this.armed, fault])
  }

  async clear(): Promise<void> {
    await this.replace([])
  }

  /** The faults that hit this request, at most one of each kind; each is used up by it. */
  async take(method: string, path: string): Promise<Map<FaultKind, Fault>> {
    const taken = new Map<FaultKind, Fault>()
    if (this.armed.length === 0) return taken
    const left = this.armed.map((fault) => {
      if (taken.has(fault.kind) || !hits(fault, method, path)) return fault
      taken.set(fault.kind, fault)
      return { ...fault, times: fault.times - 1 }
    })
    if (taken.size > 0) await this.replace(left.filter((fault) => fault.times > 0))
    return taken
  }

  private async replace(armed: Fault[]): Promise<void> {
    this.armed = armed
    await this.store.writeSetting(ARMED, JSON.stringify(armed))
  }
}

function hits(fault: Fault, method: string, path: string): boolean {
  if (fault.match === undefined) return method === 'POST'
  const wanted = fault.match.split(/[ /]+/)
  const actual = `${method} ${path}`.split(/[ /]+/)
  return wanted.length === actual.length && wanted.every((step, index) => step === '*' || step === actual[index])
}
