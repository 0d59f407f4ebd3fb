export interface SyncStatus {
  /** Share of the first fill that is here, or null when there is nothing to fill. */
  filling: number | null
  pulling: boolean
  sending: boolean
  /** The session has ended although this device believes that somebody is signed in. */
  signedOut: boolean
}
