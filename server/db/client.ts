import type { ResultSet, Value } from '@libsql/client'
import type { LibSQLDatabase } from 'drizzle-orm/libsql'
import type { DatabaseSource } from './database-source'
import type { Statement, Step } from './steps'
import type * as tables from './tables'

export type Reader = LibSQLDatabase<typeof tables>
/** The steps that a plan for a write wants done, and the answer once they are. */
export interface Plan<Value> {
  steps: Step[]
  value: Value
}
/** A plan; its steps alone where its write answers nothing. */
export type Planned<Value> = Plan<Value> | (null extends Value ? Step[] : never)
/** Numbers for new rows; valid only inside the plan that asked. */
export interface NewIds {
  next(
    table:
      | 'bookings'
      | 'listings'
      | 'messages'
      | 'questions'
      | 'question_messages'
      | 'users'
      | 'user_blocked_dates'
      | 'payment_ops'
      | 'uploads'
      | 'inspiration_posts'
      | 'handovers'
      | 'reviews'
      | 'reports'
      | 'moderation_acts'
      | 'damage_reports'
      | 'made_to_order_items'
      | 'made_to_order_purchases',
  ): Promise<number>
}
export interface Written<Value> {
  value: Value
  /** The change number after this write: a device that has pulled this far has seen it. */
  seq: number
}
export type ScopeHeads = Record<string, number>
/** `isOwn`: a write of this server. */
export type ChangeListener = (heads: ScopeHeads, isOwn: boolean) => void

/** The reading half of the database. */
export interface Reads {
  /** Reads, on a connection of their own. */
  read: Reader
  /** Raw reads in one snapshot, for feeds. */
  readBatch(statements: Statement[]): Promise<ResultSet[]>
}

/** A row by the names of its columns. */
export type ReadRow = Record<string, Value>

/** How far somebody knows a database to have come. */
export interface Moment {
  seq: number
  epoch: string
  /** The latest start of a server on it. */
  run: string
}

/**
 * The reasons why a primary answers in place of its replica: the replica was not found level with it yet, or not since its
 * last fault; it is behind what the reader knows; it came further while it was read; it failed or was silent.
 */
export type Fallback = 'unready' | 'behind' | 'moved' | 'fault'

/** The reasons why a plan runs again: the database has changed what the plan had read, or was locked. */
export type Repeat = 'changed' | 'locked'

export interface DatabaseWatch {
  /** Hears of each write how long it waited for its turn and how long it took then. */
  noteWrite(waitedMs: number, tookMs: number): void
  /** Hears of each further run of a write. */
  noteRepeat(why: Repeat): void
  /** Hears of each public read, where there is a replica. @param fallback null when the replica has answered */
  notePublicRead(fallback: Fallback | null): void
}

/** Readings of several statements, each of one moment. */
export interface Readings {
  /** Runs `work` in one read transaction: all that it reads belongs to one moment, and no write waits for it. */
  snapshot<Value>(work: (at: Reads) => Promise<Value>): Promise<Value>
  /**
   * The same for what everybody may read: a replica may answer, but never from before `least`. `work` reads the clock, and may
   * run again.
   */
  publicSnapshot<Value>(least: Moment, work: (at: Reads) => Promise<Value>): Promise<Value>
  close(): Promise<void>
}

export interface Db extends Reads, Readings {
  /**
   * The only way to change a row: `plan` runs, then its steps are applied as one atomic batch, and only while all that the
   * plan has read by `read` and `readBatch` is still so. A guard that fails throws its Refusal; nothing is applied.
   * A plan may run several times: it changes nothing but its answer.
   */
  write<Value = null>(plan: (ids: NewIds) => Planned<Value> | Promise<Planned<Value>>): Promise<Written<Value>>
  /**
   * Raw reads in one snapshot that may take long. Over a file they run on a thread of their own: requests are heard meanwhile.
   * No plan may read by them. @returns the rows of each statement
   */
  readLong(statements: Statement[]): Promise<ReadRow[][]>
  /** A batch of a module with tables of its own, outside the change feed. */
  batch(statements: Statement[]): Promise<ResultSet[]>
  /** Runs `work` while no write of this server is under way. */
  exclusive<Value>(work: () => Promise<Value>): Promise<Value>
  /** Writes that wait or are under way. */
  waitingWrites(): number
  /** Called after each write with the newest number of every scope that it touched, and after those of other servers. */
  onChange(listener: ChangeListener): () => void
  /**
   * Runs `work` unless another server is at the work of that name. With `keeps` no other server takes it after the end
   * either, until this one has been gone for a while. @returns whether it ran
   */
  asOnly(name: string, work: () => Promise<void>, options?: { keeps?: boolean }): Promise<boolean>
  /** The place of the database, for readers on threads of their own. */
  readonly source: DatabaseSource
  /** Called before the database is closed, and waited for. */
  onClose(listener: () => Promise<void>): void
}
