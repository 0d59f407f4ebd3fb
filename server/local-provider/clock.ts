import type { Store } from './store'

const OFFSET = 'clock_offset_seconds'

/** The provider's clock: the real one and an offset that only grows, kept over restarts. */
export class Clock {
  private offsetSeconds = 0

  constructor(
    private readonly store: Store,
    private readonly realNow: () => Date,
  ) {}

  async load(): Promise<void> {
    this.offsetSeconds = Number((await this.store.readSetting(OFFSET)) ?? 0)
  }

  /** Seconds since 1970, offset included. */
  now(): number {
    return this.realSeconds() + this.offsetSeconds
  }

  /**
   * Seconds for signatures. Receivers compare them with the machine's clock, whichever clock the app was given, and
   * refuse only what is too old: the later of the two passes with both.
   */
  signingSeconds(): number {
    return Math.max(this.realSeconds(), Math.floor(Date.now() / 1000))
  }

  get offset(): number {
    return this.offsetSeconds
  }

  async advance(seconds: number): Promise<void> {
    this.offsetSeconds += seconds
    await this.store.writeSetting(OFFSET, String(this.offsetSeconds))
  }

  private realSeconds(): number {
    return Math.floor(this.realNow().getTime() / 1000)
  }
}
