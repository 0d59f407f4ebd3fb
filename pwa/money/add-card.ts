import { call } from '../sync/client'
import { dropRedirect, startRedirect } from './provider-redirect'

/**
 * Prepares the redirect to the provider's page for a new card; the form waits until its person is back.
 * @param account the name of the account's database
 * @param path where they come back to, with `trip` and `setup=success|cancelled` behind it
 * @param listingId the listing that it is for, if it is for one
 * @returns the address to send the browser to
 * @throws ApiError, Unreachable; nothing is kept then
 */
export async function addCard(account: string, path: string, values: unknown, listingId?: number): Promise<string> {
  const key = await startRedirect(account, path, values)
  const back = (setup: 'success' | 'cancelled') =>
    `${location.origin}${path}?${new URLSearchParams({ trip: key, setup })}`
  try {
    const { url } = await call('setupCustomer', {
      query: { listingId },
      body: { successUrl: back('success'), cancelUrl: back('cancelled') },
    })
    return url
  } catch (error) {
    await dropRedirect(key)
    throw error
  }
}
