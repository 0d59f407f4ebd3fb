export interface Decline {
  code: string
  decline_code: string
  message: string
  param?: string
}

/** One of Stripe's published test cards and what it does. Any other number is refused. */
export interface TestCard {
  /** The ready-made payment method of the same behaviour, and the only trace of the number that is stored. */
  token: string
  number: string
  brand: string
  funding: 'credit' | 'debit'
  /** Every charge is refused with this. */
  decline?: Decline
  /** Whether the card can be saved although it declines. */
  savesAnyway?: boolean
  /** When the bank asks its holder: never, in every on-session payment, in every payment, or until it was set up. */
  challenge?: 'on_session' | 'always' | 'unless_set_up'
  later?: 'dispute' | 'inquiry' | 'refund_fails' | 'refund_pends' | 'available_at_once'
  /** The hosted page's words about it; cards without any are not listed there. */
  hint?: string
}

function declined(declineCode: string, message = 'Your card was declined.'): Decline {
  return { code: 'card_declined', decline_code: declineCode, message }
}

function failing(code: string, message: string, param?: string): Decline {
  return { code, decline_code: code, message, param }
}

const NO_FUNDS = declined('insufficient_funds', 'Your card has insufficient funds.')
const BAD_CVC = failing('incorrect_cvc', "Your card's security code is incorrect.", 'cvc')
const PROCESSING_TEXT = 'An error occurred while processing your card. Try again in a little bit.'

function visa(token: string, number: string, rest: Partial<TestCard> = {}): TestCard {
  return { token, number, brand: 'visa', funding: 'credit', ...rest }
}

/** Stripe's own numbers, from its testing page. */
export const TEST_CARDS: readonly TestCard[] = [
  visa('pm_card_visa', '4242424242424242', { hint: 'works' }),
  visa('pm_card_visa_debit', '4000056655665556', { funding: 'debit' }),
  { token: 'pm_card_mastercard', number: '5555555555554444', brand: 'mastercard', funding: 'credit', hint: 'works' },
  { token: 'pm_card_amex', number: '378282246310005', brand: 'amex', funding: 'credit', hint: 'works (4-digit code)' },
  { token: 'pm_card_discover', number: '6011111111111117', brand: 'discover', funding: 'credit' },
  visa('pm_card_bypassPending', '4000000000000077', { later: 'available_at_once' }),
  visa('pm_card_visa_chargeDeclined', '4000000000000002', {
    decline: declined('generic_decline'),
    hint: 'is declined',
  }),
  visa('pm_card_visa_chargeDeclinedInsufficientFunds', '4000000000009995', { decline: NO_FUNDS, hint: 'has no funds' }),
  visa('pm_card_visa_chargeDeclinedLostCard', '4000000000009987', { decline: declined('lost_card') }),
  visa('pm_card_visa_chargeDeclinedStolenCard', '4000000000009979', { decline: declined('stolen_card') }),
  visa('pm_card_chargeDeclinedExpiredCard', '4000000000000069', {
    decline: failing('expired_card', 'Your card has expired.', 'exp_month'),
  }),
  visa('pm_card_chargeDeclinedIncorrectCvc', '4000000000000127', { decline: BAD_CVC }),
  visa('pm_card_chargeDeclinedProcessingError', '4000000000000119', {
    decline: failing('processing_error', PROCESSING_TEXT),
  }),
  visa('pm_card_chargeCustomerFail', '4000000000000341', {
    decline: declined('generic_decline'),
    savesAnyway: true,
    hint: 'saves, then every payment is declined',
  }),
  visa('pm_card_authenticationRequiredOnSetup', '4000002500003155', {
    challenge: 'unless_set_up',
    hint: 'asks you to confirm when it is saved',
  }),
  visa('pm_card_authenticationRequired', '4000002760003184', {
    challenge: 'always',
    hint: 'asks you to confirm every time',
  }),
  visa('pm_card_authenticationRequiredSetupForOffSession', '4000003800000446', { challenge: 'on_session' }),
  visa('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    challenge: 'always',
    decline: NO_FUNDS,
    savesAnyway: true,
  }),
  visa('pm_card_createDispute', '4000000000000259', { later: 'dispute', hint: 'works, then the payment is disputed' }),
  visa('pm_card_createDisputeInquiry', '4000000000001976', { later: 'inquiry' }),
  visa('pm_card_refundFail', '4000000000005126', { later: 'refund_fails', hint: 'works, but a refund fails later' }),
  visa('pm_card_pendingRefund', '4000000000007726', { later: 'refund_pends' }),
]

export function findCardByToken(token: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.token === token)
}

export function findCardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number)
}

/** Whether the bank wants its holder to confirm this payment. */
export function needsChallenge(card: TestCard, payment: { offSession: boolean; setUp: boolean }): boolean {
  if (card.challenge === 'always') return true
  if (card.challenge === 'on_session') return !payment.offSession
  return card.challenge === 'unless_set_up' && !payment.setUp
}

/** Luhn's check digit, which every card number carries. `digits` holds digits only. */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return digits.length >= 12 && sum % 10 === 0
}
