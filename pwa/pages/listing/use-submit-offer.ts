import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { findAttempt, submitOffer } from '../../actions/submit-offer'
import { useAccount } from '../../auth/account'
import { isSameOffer, type OfferAttempt, type OfferDraft, type OfferTerms } from '../../db/offer-drafts'
import { useToast } from '../../notifications/toasts'
import { type OfferFailure, offerFailure } from './offer-failure'
import { rangeWords } from './offer-rules'
import { useBankStep } from './use-bank-step'
import type { OfferForm } from './use-offer-draft'

interface SubmitOptions {
  listingId: number
  userId: number
  form: OfferForm
  /** The offer is on its way to its owner: the form starts afresh. */
  onSent: () => void
  onFailure: (failure: OfferFailure) => void
}

/** Submit Offer: one press at a time, and every end of it in words. */
export function useSubmitOffer({ listingId, userId, form, onSent, onFailure }: SubmitOptions) {
  const { engine } = useAccount()
  const toast = useToast()
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const { bankStep, askBank } = useBankStep()

  const sent = () => {
    form.reset()
    onSent()
    toast({
      title: 'Offer sent',
      description:
        'Your rental offer has been sent to the owner for review. A hold has been placed on your payment method.',
    })
  }
  const sentBefore = ({ range }: OfferTerms) => {
    form.change({ attempt: null })
    toast({
      title: `Your offer for ${rangeWords(range)} was sent before`,
      description: 'No second offer was made. Press Submit Offer again if you want these dates too.',
    })
  }
  const submit = async (terms: OfferTerms, paymentMethodId: string) => {
    const returnUrl = `${window.location.origin}/listings/${listingId}`
    const attempt = form.draft?.attempt ?? null
    const press = { engine, userId, listingId, terms, paymentMethodId, attempt, claim: form.claim, returnUrl, askBank }
    const end = await submitOffer(press)
    if (end.kind === 'sent') sent()
    else if (end.kind === 'sent-before') sentBefore(end.terms)
    else if (end.kind === 'refused')
      toast({ variant: 'destructive', title: 'Payment Failed', description: end.message })
    else toast({ variant: 'destructive', title: 'Failed to process booking', description: UNKNOWN_END })
  }

  useLostAnswer(userId, form, running, ({ terms }) => (isWhatIsWanted(form.draft, terms) ? sent() : sentBefore(terms)))

  return {
    isBusy,
    bankStep,
    async submit(terms: OfferTerms, paymentMethodId: string) {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await submit(terms, paymentMethodId)
      } catch (error) {
        onFailure(offerFailure(error))
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}

function isWhatIsWanted(draft: OfferDraft | undefined, { range, quantity, note }: OfferTerms): boolean {
  return draft?.range ? isSameOffer({ ...draft, range: draft.range }, { range, quantity, note }) : false
}

const UNKNOWN_END =
  'The payment provider has not answered. Press Submit Offer again: it goes on with this same offer and never makes a second one.'

/** A page that was left in the middle of a press asks, once, what came of it. */
function useLostAnswer(
  userId: number,
  { draft }: OfferForm,
  running: { current: boolean },
  onSent: (attempt: OfferAttempt) => void,
): void {
  const asked = useRef(false)
  const isLoaded = draft !== undefined
  const ask = useEffectEvent(async () => {
    const attempt = draft?.attempt
    if (!attempt || asked.current) return
    asked.current = true
    const state = await findAttempt(userId, attempt.clientId).catch(() => null)
    if (state === 'sent' && !running.current) onSent(attempt)
  })
  useEffect(() => {
    if (isLoaded) ask()
  }, [isLoaded])
}
