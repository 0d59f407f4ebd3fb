import type { Metrics } from '../metrics/metrics'
import { type PaymentGateway, ProviderError } from './gateway'

/** The same gateway, which measures each call by its name in the port and by what came of it. */
export function measureGateway(gateway: PaymentGateway, { providerCall: histogram }: Metrics): PaymentGateway {
  const measured = Object.entries(gateway).map(([call, method]) => [
    call,
    async (...args: unknown[]) => {
      const begun = performance.now()
      const note = (outcome: string) => histogram.observe({ call, outcome }, (performance.now() - begun) / 1000)
      try {
        const value = await Reflect.apply(method, gateway, args)
        note('ok')
        return value
      } catch (error) {
        note(error instanceof ProviderError ? error.failure : 'fault')
        throw error
      }
    },
  ])
  // The signature of a webhook is checked here and asks nobody.
  return { ...Object.fromEntries(measured), readEvent: gateway.readEvent }
}
