import { join } from 'node:path'

/** Options of both processes of the bench: the server and its devices know the same places. */
export const IN_WIDE_REGION = ['--preload', join(import.meta.dirname, 'wide-region.ts')]

/** Somebody who only looks. */
export interface Visitor {
  id: number
  /** The cookie of their session. */
  as: string
  neighborhood: string | null
}

/** Somebody who edits a listing of theirs. */
export interface Writer {
  as: string
  area: string
  listing: number
}

/** The first line for the process of the devices. */
export interface DeviceOrders {
  origin: string
  visitors: Visitor[]
  writers: Writer[]
}

/** A mixed load, as each further line asks for it. */
export interface MixedOrder {
  /** With a live stream each. */
  devices: number
  seconds: number
  searchesPerS: number
  writesPerS: number
}

/** The rows that a new device has fetched. */
export interface FillSeen {
  ms: number
  requests: number
  /** Snapshots as they travelled, pages of changes as text. */
  bytes: number
  /** As text, which is how a device writes them. */
  heldBytes: number
  areas: number
  listings: number
  people: number
  /** Of all public collections. */
  rows: number
}

/** One thing after the other, with nobody else about. Times are milliseconds. */
export interface AloneSeen {
  /** The first device, for which the snapshots are built, and the next one. */
  first: FillSeen
  next: FillSeen
  nothingNew: number[]
  nothingNewBytes: number
  /** Pulls after 50 edits of listings that lie elsewhere, where there is an elsewhere. */
  elsewhere: number[]
  elsewhereChanges: number
  searches: number[]
  /** For more pieces than any listing has, newest first or lowest price first. */
  vain: number[]
  writes: number[]
}

/** The mixed load. */
export interface MixedSeen {
  /** Pokes that came, and those that named something that the device holds. */
  pokes: number
  pokesHeld: number
  changes: number
  resets: number
  pulls: number[]
  searches: number[]
  writes: number[]
  /** Answers other than 200; what could not be asked because too much was under way; what had no answer at the end. */
  refused: number
  unasked: number
  unanswered: number
  seconds: number
  cpuMs: number
}
