import { onlinePart } from '../../session/online-part'
import type { PayFormProps } from './pay-form'

/** The form of a payment that is still open. */
export const PayForm = onlinePart<PayFormProps>('The payment', () =>
  import(/* piece: online */ './pay-form').then((module) => ({ default: module.PaymentForm })),
)
