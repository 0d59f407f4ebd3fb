import { Refusal } from '#schema/errors'
import { ProviderError } from './gateway'

/** A provider's trouble in our own words. */
export async function providerCall<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof ProviderError && error.failure === 'unavailable')
      throw new Refusal('payment_provider_unavailable')
    if (error instanceof ProviderError && error.failure === 'declined')
      throw new Refusal('payment_failed', error.message)
    throw error
  }
}
