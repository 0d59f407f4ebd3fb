import type { Stored } from '../wire'

/** A single-use address of a hosted page, kept under the hash of its token. */
export interface HostedLink extends Stored {
  object: 'hosted_link'
  purpose: 'onboarding' | 'dashboard'
  connected: string
  expires_at: number
  forgotten_at: number
  opened: boolean
  refresh_url: string | null
  return_url: string | null
}
