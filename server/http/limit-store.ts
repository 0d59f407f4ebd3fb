/** The record of one caller under one limit. */
export interface LimitRecord {
  count: number
  /** Milliseconds since the epoch; the limit says of what. */
  at: number
  /** From then on the record says nothing that an absent one does not say. */
  until: number
}

/**
 * The memory of limits about callers. `change` reads and replaces a record in one step, so that a database can do the same
 * for several servers.
 */
export interface LimitStore {
  change<Value>(
    key: string,
    now: number,
    next: (record: LimitRecord | undefined) => { record?: LimitRecord; value: Value },
  ): Promise<Value>
}

/** About 10 MB. */
const MOST_RECORDS = 50_000
/** So many of the longest unused records are looked through for expired ones at each new caller. */
const SWEPT_AT_ONCE = 4

/** Remembers in memory. Callers beyond `most` take the place of those that have not come for the longest time. */
export function memoryLimitStore(most = MOST_RECORDS): LimitStore & { readonly size: number } {
  const records = new Map<string, LimitRecord>()

  function makeRoom(now: number): void {
    let looked = 0
    for (const [key, { until }] of records) {
      if (looked++ >= SWEPT_AT_ONCE) break
      if (until <= now) records.delete(key)
    }
    for (const key of records.keys()) {
      if (records.size < most) break
      records.delete(key)
    }
  }

  return {
    get size() {
      return records.size
    },
    async change(key, now, next) {
      const held = records.get(key)
      const { record, value } = next(held && held.until > now ? held : undefined)
      records.delete(key)
      if (!held) makeRoom(now)
      // The last one in the map is the one that came last.
      if (record && record.until > now) records.set(key, record)
      return value
    },
  }
}

/** Limits against guessing and against mails to strangers. */
const GUESSES = /^(sign-in|code|email-link|password-link)\//

/** Remembers in `guesses` what limits against guessing count, so that no crowd of other callers takes its place. */
export function splitLimitStore(guesses: LimitStore, others: LimitStore): LimitStore {
  return { change: (key, now, next) => (GUESSES.test(key) ? guesses : others).change(key, now, next) }
}

/** Remembers both in memory, up to `most` callers of each. */
export function localLimitStore(most = MOST_RECORDS): LimitStore {
  return splitLimitStore(memoryLimitStore(most), memoryLimitStore(most))
}
