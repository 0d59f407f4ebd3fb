import { call } from '../sync/client'

/**
 * Prepares the redirect to the provider's page for payouts.
 * @param path where its person comes back to, with `setup=success|cancelled` behind it
 * @returns the address to send the browser to
 * @throws ApiError, Unreachable
 */
export async function setUpPayouts(path: string): Promise<string> {
  const back = (setup: 'success' | 'cancelled') => {
    const address = new URL(path, location.origin)
    address.searchParams.set('setup', setup)
    return address.href
  }
  const { url } = await call('setupSeller', { body: { successUrl: back('success'), cancelUrl: back('cancelled') } })
  return url
}

/** Whether the provider says that money can be paid out. @throws ApiError, Unreachable */
export async function checkPayouts(): Promise<boolean> {
  return (await call('connectStatus', {})).hasCompletedOnboarding
}

/** The page of a finished payout account at the provider. @throws ApiError, Unreachable */
export async function openPayoutAccount(): Promise<string> {
  const { url } = await call('connectAccount', {})
  return url
}
