import { call } from '../api/client'

/**
 * Begins the payout account at the provider, or goes on with one that was begun.
 * @param path of ours, to come back to
 * @returns the address to send the browser to
 * @throws ApiError, Unreachable
 */
export async function setUpPayouts(path: string): Promise<string> {
  const back = `${location.origin}${path}`
  const { url } = await call('setupSeller', { body: { successUrl: back, cancelUrl: back } })
  return url
}

/** The page of a finished payout account at the provider. @throws ApiError, Unreachable */
export async function openPayoutAccount(): Promise<string> {
  const { url } = await call('connectAccount', {})
  return url
}
