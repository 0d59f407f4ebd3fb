import { useRef } from 'react'
import { changedPrice } from '../../money/changed-price'
import { codeOf, failed } from '../../money/payment-failure'
import type { Seen } from '../../money/seen'
import { useLostAnswer } from '../../money/use-lost-answer'
import { usePaymentPress } from '../../money/use-payment-press'
import { useAccount } from '../../session/account'
import { isOutcomeUnknown } from '../../sync/client'
import { OUTCOME_UNKNOWN } from '../../sync/problem-words'
import { serverNow } from '../../sync/server-clock'
import { useToast } from '../../ui/toasts'
import { attemptState, findAttempt, isJustSent } from './offer-attempt'
import { isSameOffer, type OfferDraft, type OfferTerms } from './offer-drafts'
import { type OfferFailure, offerFailure } from './offer-failure'
import { rangeWords } from './offer-rules'
import { OFFER_SENT } from './offer-sent'
import type { OfferDraftState } from './use-offer-draft'

interface SubmitOptions {
  listingId: number
  userId: number
  form: OfferDraftState
  /** The offer is on its way to its owner: the form starts afresh. */
  onSent: () => void
  onFailure: (failure: OfferFailure) => void
  /** The price or the conditions are others by now; nothing was sent. */
  onChanged: (now: Seen) => void
}

/** Submit Offer: one press at a time, and every end of it in words. */
export function useSubmitOffer({ listingId, userId, form, onSent, onFailure, onChanged }: SubmitOptions) {
  const { engine } = useAccount()
  const toast = useToast()
  const mayHaveLeft = useRef(false)
  const { isBusy, bankStep, askBank, isRunning, run } = usePaymentPress()

  const sent = () => {
    form.reset()
    onSent()
    toast(OFFER_SENT)
  }
  const sentBefore = ({ range }: OfferTerms) => {
    form.endAttempt()
    toast({
      title: `Your offer for ${rangeWords(range)} was sent before`,
      description: 'No second offer was made. Press Submit Offer again if you want these dates too.',
    })
  }
  const unknown = () => {
    markLost()
    toast({ title: 'No answer yet', description: OUTCOME_UNKNOWN })
  }
  const submit = async (terms: OfferTerms, seen: Seen, paymentMethodId: string) => {
    const returnUrl = `${window.location.origin}/listings/${listingId}`
    const attempt = await form.attempt()
    mayHaveLeft.current = attempt !== null
    const claim: typeof form.claim = (...wanted) => {
      mayHaveLeft.current = true
      return form.claim(...wanted)
    }
    const press = { engine, userId, listingId, terms, seen, paymentMethodId, attempt, claim, returnUrl, askBank }
    const { submitOffer } = await codeOf(import(/* piece: onlineBuy */ './submit-offer'))
    const end = await submitOffer(press)
    if (end.kind === 'sent') sent()
    else if (end.kind === 'sent-before') sentBefore(end.terms)
    else if (end.kind === 'refused') onFailure(failed('Payment Failed', end.message))
    else if (end.kind === 'over') onFailure(failed('Your offer was not sent', ENDED_UNSENT))
    else onFailure(failed('Failed to process booking', UNKNOWN_END))
  }

  const markLost = useLostAnswer(form.draft !== undefined, async (isLost) => {
    const attempt = form.draft?.attempt
    if (!attempt) return true
    const booking = await findAttempt(userId, attempt.clientId).catch(() => null)
    if (booking === null || isRunning()) return false
    if (booking && attemptState(booking) === 'sent') {
      const isNews = isLost || isJustSent(booking, serverNow())
      if (!isWhatIsWanted(form.draft, attempt.terms)) sentBefore(attempt.terms)
      else if (isNews) sent()
      else {
        form.reset()
        toast(SENT_BEFORE)
      }
    } else if (isLost) toast({ title: 'Your offer has not been sent', description: NOT_SENT })
    return true
  })

  return {
    isBusy,
    bankStep,
    submit: (terms: OfferTerms, seen: Seen, paymentMethodId: string) =>
      run(() =>
        submit(terms, seen, paymentMethodId).catch((error: unknown) => {
          const now = changedPrice(error)
          if (now) onChanged(now)
          else if (isOutcomeUnknown(error) && mayHaveLeft.current) unknown()
          else onFailure(offerFailure(error, terms.range))
        }),
      ),
  }
}

const SENT_BEFORE = {
  title: 'Your earlier offer was sent',
  description: 'You can follow it under Offers. This form is for another one.',
}

function isWhatIsWanted(draft: OfferDraft | undefined, terms: OfferTerms): boolean {
  return draft?.range ? isSameOffer({ ...draft, range: draft.range }, terms) : false
}

const UNKNOWN_END =
  'The payment provider has not answered. Press Submit Offer again: it goes on with this same offer and never makes a second one.'

const ENDED_UNSENT =
  'It ended before its hold was confirmed. Nothing was taken, and any hold on your card is released. Nothing you typed was lost.'

const NOT_SENT = 'Nothing was held so far. Press Submit Offer again: no second offer is made.'
