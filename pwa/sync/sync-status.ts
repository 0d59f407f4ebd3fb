export interface SyncStatus {
  /** Share of the first fill that is here, or null when there is nothing to fill. */
  filling: number | null
  /** News are being asked for, or will be next: from the start of the page, and from the end of a sending. */
  pulling: boolean
  sending: boolean
  /** Photos go by themselves, beside the rest. */
  uploading: boolean
  /** The session has ended although this device believes that somebody is signed in. */
  signedOut: boolean
}
