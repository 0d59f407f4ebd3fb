import type { PayoutTrouble } from '#schema/payment'
import type { BankState } from '../db/tables'
import type { About } from './about'

/** The state of a payment, in the product's words. */
export type IntentState = 'unconfirmed' | 'needs_action' | 'processing' | 'held' | 'captured' | 'released'

export interface Intent {
  id: string
  clientSecret: string
  state: IntentState
  /** Integer cents. */
  amount: number
  bookingId: number | null
  chargeId: string | null
  /** When the bank agreed to its charge, in whole seconds. */
  chargedAt: Date | null
  /** The card on which it was last tried. */
  cardId: string | null
  /** When an uncaptured hold lapses by itself. */
  captureBefore: Date | null
  /** The bank's words after a failed attempt. */
  failure: string | null
}

export interface Card {
  id: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export interface ProviderEvent {
  id: string
  type: string
  /** The object to read afresh: the intent of a payment or charge, else the object itself; null when it is nothing of ours. */
  objectId: string | null
  /** By the provider's clock. */
  at: Date
}

/** Money on its way back to a payer. `failed` can come days after `succeeded`: then it is ours again. */
export interface Refund {
  id: string
  amount: number
  state: 'pending' | 'succeeded' | 'failed'
  intentId: string | null
  /** The command of ours that made it; null for one made by hand at the provider. */
  command: string | null
}

export interface Transfer {
  id: string
  amount: number
  reversals: { id: string; amount: number }[]
}

export interface Dispute {
  id: string
  intentId: string | null
  state: BankState
  reason: string
  /** Until when the bank takes our side of it. */
  answerBy: Date | null
  openedAt: Date
  /** The amounts that left our balance (negative) or came back because of it; the provider's fee comes on top. */
  movements: { id: string; amount: number; fee: number }[]
}

/** One movement of our balance at the provider: `amount - fee` is what it changes. */
export interface Movement {
  id: string
  type: string
  source: string | null
  amount: number
  fee: number
  at: Date
}

/** The possible result of a command whose answer was lost. */
export type Sent =
  | { kind: 'intent'; customerId: string; since: Date }
  | { kind: 'refund'; intentId: string }
  | { kind: 'transfer'; about: About }
  | { kind: 'reversal'; transferId: string }
  | { kind: 'customer'; email: string }
  | { kind: 'account'; since: Date }

/**
 * The payment provider as the product sees it. Amounts are integer cents; every write takes the key under which a repeat
 * answers the same. All methods throw ProviderError.
 */
export interface PaymentGateway {
  createCustomer(user: { id: number; email: string; name: string }, key: string): Promise<string>
  /** The hosted page on which a card is saved; it returns to one of the two addresses. */
  createCardSetup(
    customerId: string,
    userId: number,
    addresses: { successUrl: string; cancelUrl: string },
  ): Promise<string>
  listCards(customerId: string): Promise<Card[]>
  /** A card of this very customer, or null. */
  findCard(customerId: string, cardId: string): Promise<Card | null>
  /** Takes a card off this very customer; it can never be used again. @throws ProviderError `not_found` */
  detachCard(customerId: string, cardId: string): Promise<void>
  createHold(
    hold: {
      bookingId: number
      attempt: number
      amount: number
      customerId: string
      cardId: string
      description: string
    },
    key: string,
  ): Promise<Intent>
  getIntent(id: string): Promise<Intent>
  capture(intentId: string, key: string): Promise<Intent>
  release(intentId: string, key: string): Promise<Intent>
  refund(intentId: string, amount: number, about: About, key: string): Promise<Refund>
  getRefund(id: string): Promise<Refund>
  /**
   * Charges a card while its holder is in front of the page: taken at once, or the bank wants a step (`needs_action`).
   * @throws ProviderError `declined`, with the intent on which another card may be tried
   */
  chargePresent(
    charge: {
      purchaseId: number
      amount: number
      customerId: string
      cardId: string
      description: string
      returnUrl: string
    },
    key: string,
  ): Promise<Intent>
  /** Sends an owner's part of a charge to their payout account. @returns the transfer's id */
  transfer(
    transfer: { about: About; amount: number; accountId: string; chargeId: string | null },
    key: string,
  ): Promise<string>
  getTransfer(id: string): Promise<Transfer>
  /** Takes sent money back while it is still on the payout account. @returns the reversal's id */
  reverse(transferId: string, amount: number, about: About, key: string): Promise<string>
  getDispute(id: string): Promise<Dispute>
  /** The object that the command under `key` made, found by the name it was given then. Never writes. */
  findSent(sent: Sent, key: string): Promise<{ id: string; intent: Intent | null } | null>
  /** The events of our own account since then, oldest first; only kinds that we act on. */
  listEvents(since: Date): Promise<ProviderEvent[]>
  /** Movements of our balance since then, oldest first. */
  listMovements(since: Date): Promise<Movement[]>
  /**
   * Charges a saved card while its holder is away. @throws ProviderError `declined`, with the intent on which the holder
   * can still pay, when the bank refuses or wants to see them
   */
  chargeSaved(
    charge: { bookingId: number; amount: number; customerId: string; cardId: string; description: string },
    key: string,
  ): Promise<Intent>
  /** An intent for its payer to confirm in the page; taken at once when confirmed. */
  openCharge(
    charge: { bookingId: number; amount: number; customerId: string; description: string },
    key: string,
  ): Promise<Intent>
  /** Removes a customer with all cards, for good; one that is gone already stays so. */
  deleteCustomer(customerId: string): Promise<void>
  createPayoutAccount(user: { id: number; email: string }, key: string): Promise<string>
  /** Removes a payout account for good; one that is gone already stays so. @throws ProviderError while money is on it */
  deletePayoutAccount(accountId: string): Promise<void>
  onboardingPage(accountId: string, addresses: { refreshUrl: string; returnUrl: string }): Promise<string>
  accountPage(accountId: string): Promise<string>
  getPayoutAccount(accountId: string): Promise<PayoutAccount>
  /** Checks the signature of a webhook over its raw body. @throws ProviderError `bad_signature` */
  readEvent(rawBody: string, signature: string): Promise<ProviderEvent>
}

/** A payout account as the provider has it. `trouble` only where its person has been through the provider's form. */
export interface PayoutAccount {
  isReady: boolean
  trouble: PayoutTrouble | null
}

export type ProviderFailure = 'declined' | 'wrong_state' | 'not_found' | 'unavailable' | 'refused' | 'bad_signature'

/** Why the provider did not do what was asked; `intent` is its state when the provider told it. */
export class ProviderError extends Error {
  constructor(
    readonly failure: ProviderFailure,
    readonly providerCode: string,
    message: string,
    readonly intent: Intent | null = null,
  ) {
    super(message)
  }
}
