import * as z from 'zod/mini'
import { Instant } from '#schema/date-range'
import {
  BATCHED_CALLS,
  CHECK_MAX,
  DRIFTED_MAX,
  MARK_MAX,
  PULL_PAGE_MAX,
  PULL_SCOPES_MAX,
  PUSH_MAX,
} from '#schema/sync-scopes'

const seq = z.int().check(z.minimum(0))
const key = z.string().check(z.regex(/^[A-Za-z0-9-]{8,64}$/))
/** `[cursor]` when the scope is complete, `[cursor, from]` while it is being filled from 0 (`from` = number at which that began). */
export const Cursor = z.union([z.tuple([seq]), z.tuple([seq, z.nullable(seq)])])
export type Cursor = z.infer<typeof Cursor>

export const PullRequest = z.object({
  epoch: z.nullable(z.string().check(z.maxLength(64))),
  scopes: z
    .record(z.string().check(z.maxLength(40)), Cursor)
    .check(z.refine((scopes) => Object.keys(scopes).length <= PULL_SCOPES_MAX, 'Too many scopes')),
  /** The mark of the last answer, as it came. */
  mark: z.optional(z.string().check(z.maxLength(MARK_MAX))),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(PULL_PAGE_MAX))),
  /** A page ends before its rows are longer than this, but never without a row. Builds that do not say count rows alone. */
  bytes: z.optional(z.int().check(z.minimum(1))),
  /** One page of the newest rows of scopes that are asked from 0, the newest first: a first sight, and no step of a filling. */
  newest: z.optional(z.literal(true)),
  /** Scopes whose rows on this device were found not to be those that the server had counted. */
  drifted: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(DRIFTED_MAX))),
})
export type PullRequest = z.infer<typeof PullRequest>

/** One row as it is now: `q` number, `s` scope, `c` collection, `i` row id; `d` the row, or `x` 1 deleted, 2 left the scope. */
export const Change = z.object({
  q: seq,
  s: z.string(),
  c: z.string(),
  i: z.string(),
  d: z.optional(z.unknown()),
  x: z.optional(z.int()),
})
export type Change = z.infer<typeof Change>

/** How many live rows a scope has, and the sum of their numbers. */
export interface Digest {
  n: number
  sum: number
}

const RESET_REASONS = ['epoch', 'floor', 'ahead'] as const
export const PullAnswer = z.object({
  epoch: z.string(),
  /**
   * Says how far the device has come, in a form that only the server's database can make. A device hands it back with each pull
   * and each queued write: a database that was restored from an older copy learns from the mark what it has lost.
   */
  mark: z.string(),
  /** The common cut: every asked scope is complete up to here. */
  to: seq,
  more: z.boolean(),
  changes: z.array(Change),
  /**
   * Per scope: where its filling began; on the last page also the number of live rows and the sum of their numbers, or, when it
   * has more rows, the `most` that its snapshot has. One that is `divided` is to be held in parts, see `AreasAnswer`.
   */
  scopes: z.record(
    z.string(),
    z.object({
      from: z.nullable(seq),
      n: z.optional(z.int()),
      sum: z.optional(z.int()),
      most: z.optional(z.int()),
      divided: z.optional(z.literal(true)),
    }),
  ),
  reset: z.array(z.object({ s: z.string(), why: z.enum(RESET_REASONS) })),
  gone: z.array(z.string()),
})
export type PullAnswer = z.infer<typeof PullAnswer>

/**
 * The event that the live channel sends: highest number of each scope that moved, and under `spread` over how many
 * milliseconds the devices of everybody are to divide their pulls. No rows travel this way.
 */
export type Poke = Record<string, number>

/**
 * A public scope in one piece for a first fill, as text lines. The first is a SnapshotHead; each further line is one JSON
 * array of `[number, row id, row]`, at most SNAPSHOT_CHUNK_ROWS of them, which a device stores as it came.
 */
export const SnapshotHead = z.object({ epoch: z.string(), scope: z.string(), to: seq, rows: z.int(), chunks: z.int() })
export type SnapshotHead = z.infer<typeof SnapshotHead>
export type SnapshotRow<Row> = readonly [number, string, Row]

/**
 * The place of a snapshot: a name that no other content ever has, of this or of another epoch. A part is not all that a device wants: it
 * has the newest rows of its scope alone, or the scope is to be held in parts, see `AreasAnswer`.
 */
export const SnapshotName = z.object({ name: z.string(), isPart: z.optional(z.literal(true)) })
export type SnapshotName = z.infer<typeof SnapshotName>

/** Neighborhoods around which a device wants to hold listings, the most important first, as one text: `Bushwick,Harlem`. */
export const AreasQuery = z.object({ places: z.optional(z.string().check(z.maxLength(400))) })
const AreaOfDevice = z.object({
  area: z.string(),
  listings: z.int(),
  /** The people of the area who have something on show; servers of earlier builds do not divide people by areas. */
  people: z.optional(z.int()),
  isPart: z.optional(z.literal(true)),
})
/** Scopes that together take the place of one, each with its rows. */
const Parts = z.optional(z.array(z.object({ scope: z.string(), rows: z.int() })))
/**
 * The areas that a device is to hold and their listings at number `to`; null where it can hold all listings of the market,
 * `total` of them, in one scope. Of a part a device holds the newest listings alone. `around` is the first of the places that were named,
 * null where none of the areas has it. `parts` are those of the other collections that a device does not hold in one scope; servers of
 * earlier builds name none.
 */
export const AreasAnswer = z.object({
  epoch: z.string(),
  to: seq,
  total: z.int(),
  around: z.nullable(z.string()),
  areas: z.nullable(z.array(AreaOfDevice)),
  parts: z.optional(z.object({ item: Parts, post: Parts, stat: Parts })),
})
export type AreasAnswer = z.infer<typeof AreasAnswer>

/** Small writes that do not depend on each other, each under its own key, in one request. */
export const PushRequest = z.object({
  writes: z
    .array(
      z.object({
        key,
        call: z.enum(BATCHED_CALLS),
        /** The number of the post. */
        id: z.int().check(z.minimum(1)),
        /** When it was pressed, see PRESSED_HEADER. */
        at: z.optional(Instant),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(PUSH_MAX),
      z.refine(
        (writes) => new Set(writes.map(({ key }) => key)).size === writes.length,
        'Each write needs its own key',
      ),
    ),
})
export type PushRequest = z.infer<typeof PushRequest>

/** The answer that each would have got on its own, in their order. */
export const PushAnswer = z.object({
  answers: z.array(
    z.object({
      status: z.int(),
      seq,
      body: z.unknown(),
      retryAfterMs: z.nullable(z.number()),
    }),
  ),
})
export type PushAnswer = z.infer<typeof PushAnswer>

/** Keys of writes that a device believes to have arrived. */
export const CheckRequest = z.object({ keys: z.array(key).check(z.minLength(1), z.maxLength(CHECK_MAX)) })
export type CheckRequest = z.infer<typeof CheckRequest>

/** Those of the keys under which the server remembers nothing of this person. */
export const CheckAnswer = z.object({ missing: z.array(z.string()) })
export type CheckAnswer = z.infer<typeof CheckAnswer>
