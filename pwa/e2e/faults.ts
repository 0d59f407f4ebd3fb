/** A fault of a request between browser and server. Times in milliseconds. */
export type Fault =
  | { kind: 'pass' }
  /** No connection at all. For every request: nobody listens on the port. For chosen ones: the connection is reset. */
  | { kind: 'refuse' }
  /** Accepted and never answered, until the mode changes. */
  | { kind: 'blackhole' }
  | { kind: 'delay'; ms: number }
  /** Cut before the server hears of it. */
  | { kind: 'cut-before' }
  /** The server has applied it; the browser sees a broken connection. */
  | { kind: 'forward-then-cut' }
  /** The server gets it twice, one after the other or at once; the browser sees the second answer. */
  | { kind: 'forward-twice'; together?: boolean }
  /** The browser sees a broken connection now; the server gets it later. */
  | { kind: 'forward-late'; ms: number }
  /** Headers and half of the answer's body, then a broken connection. */
  | { kind: 'truncate-body' }
  /** The answer as it comes, for so long; then a broken connection. */
  | { kind: 'cut-after'; ms: number }
  /** 503 from something in front of the server. */
  | { kind: 'unavailable'; retryAfterSeconds?: number }
  /** A venue's sign-in page with status 200 in place of the answer, or a redirect to it on another origin. */
  | { kind: 'captive-page' }
  | { kind: 'captive-redirect' }
  /** The server's answer with other words in it: what a newer build would say. */
  | { kind: 'rewrite'; change: (text: string) => string }

/** The requests that a fault is for, and how many of them; path without its query. */
export interface Only {
  method?: string
  path?: string | RegExp
  times?: number
  /** Every so many'th of them alone, the first included. */
  every?: number
}

/** One request of the browser, and the statuses that the server answered it with (two when it was forwarded twice). */
export interface Arrival {
  method: string
  path: string
  idempotencyKey: string | undefined
  fault: Fault['kind']
  serverStatuses: number[]
  at: number
  /** Of the browser, as the server hears it. */
  address: string
  isSignedIn: boolean
  /** Bytes of the body that it names. */
  length: number
}

export interface FaultProxy {
  readonly origin: string
  readonly port: number
  /** Without `only` the mode of every request from now on; with it a rule for the next matching ones, newest first. */
  mode(fault: Fault, only?: Only): Promise<void>
  /** Everything passes again, and all rules are gone. */
  reset(): Promise<void>
  /** Requests of the browser, oldest first. */
  arrivals(method: string, path: string | RegExp): Arrival[]
  /** Everything that the server was asked, oldest first. */
  traffic(): Arrival[]
  /** How many requests the server has answered. */
  delivered(method: string, path: string | RegExp): number
  /** How many requests are being answered now, as open streams are. */
  underWay(path: string | RegExp): number
  /** Breaks the connections of those. */
  breakOff(path: string | RegExp): void
  /** Forgets the requests so far. */
  forget(): void
  /** Resolves when every `forward-late` request has been handed over. */
  settled(): Promise<void>
  close(): Promise<void>
}
