import { ApiError, messageOf, Unreachable } from '../sync/client'
import { errorNotice, type Notice } from '../ui/toasts'

/** The code of a press that pays, which nothing else needs. @throws Unreachable without it */
export function codeOf<Module>(loading: Promise<Module>): Promise<Module> {
  return loading.catch(() => {
    throw new Unreachable('broken')
  })
}

/** The payment side could not even be started; nothing has left this device. */
export class PaymentsUnavailable extends Error {
  constructor(cause: unknown) {
    super('Failed to initialize Stripe', { cause })
    this.name = 'PaymentsUnavailable'
  }
}

/** The consequence of a failed press that deals with money. */
export interface PaymentFailure {
  notice: Notice
  /** The session has ended. */
  signIn?: true
}

export const LOG_IN: PaymentFailure = {
  signIn: true,
  notice: errorNotice('Please log in', 'You need to be logged in to setup payment.'),
}

/** From whatever a press of Add Payment Method threw to words and consequences. */
export function cardFailure(error: unknown): PaymentFailure {
  if (isSignedOut(error)) return LOG_IN
  return failed('Failed to setup payment method', messageOf(error, 'Nothing you typed was lost. Please try again.'))
}

export function failed(title: string, description: string): PaymentFailure {
  return { notice: errorNotice(title, description) }
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}
