import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { hasReachedOwner } from '#schema/booking'
import type { Day } from '#schema/date-range'
import type { CatalogueListing } from '#schema/listing'
import { bookingTotal } from '#schema/money'
import { type Seen, seenListing, seenPrices } from '../../money/seen'
import { useSavedCards } from '../../money/use-saved-cards'
import { useSeen } from '../../money/use-seen'
import { PushQuestion } from '../../notifications/push-question'
import { useAccount } from '../../session/account'
import { useServerNow } from '../../session/use-server-now'
import { useSignInAgain } from '../../session/use-sign-in-again'
import { useReachable } from '../../session/use-sync'
import { Spinner } from '../../ui/spinner'
import { StepLine } from '../../ui/step-line'
import { type Notice, useToast } from '../../ui/toasts'
import { readWish, wishQuery } from '../listings/wish'
import type { ShownBooking } from '../offers/booking-queries'
import { OffersOfListing, useOffersOfListing, withSameDays } from '../offers/offers-of-listing'
import { DatesStep } from './dates-step'
import { OfferAgain } from './offer-again'
import type { OfferDraft } from './offer-drafts'
import type { OfferFailure } from './offer-failure'
import type { OfferRedirect } from './offer-redirect'
import { type NamedDays, type OfferGround, type OfferProblems, offerProblems, stillClashing } from './offer-rules'
import { PaymentStep } from './payment-step'
import { NoOffers } from './unsent-offer'
import { useOfferDraft } from './use-offer-draft'
import { useOfferStep } from './use-offer-step'
import { useSubmitOffer } from './use-submit-offer'

const DAY_LOOK_MS = 60_000

interface OfferFormProps {
  listing: CatalogueListing
  /** Ranges that the owner has blocked. */
  blocked: readonly (readonly [Day, Day])[]
  /** Null for a visitor, who fills in the first step and signs in. */
  userId: number | null
  /** The listing has left the market: nothing but a press that is under way goes on. */
  isGone: boolean
}

/** Book Dates: first the dates, then the card, then the offer with its hold. */
export function OfferForm({ listing, blocked, userId, isGone }: OfferFormProps) {
  const { engine } = useAccount()
  const reachable = useReachable()
  const { trip, setup, ...chosen } = useSearch({ from: '/listings/$id' })
  const wish = readWish(chosen)
  const path = `/listings/${listing.id}${wishQuery(wish)}`
  const navigate = useNavigate()
  const signInAgain = useSignInAgain()
  const toast = useToast()
  const form = useOfferDraft(engine.db, listing.id, trip, wish)
  const history = useOfferStep(listing.id)
  const [clash, setClash] = useState<NamedDays | null>(null)
  const [refused, setRefused] = useState<OfferProblems>({})
  const [pressed, setPressed] = useState<'none' | 'continue' | 'submit'>('none')
  const [hasSent, setSent] = useState(false)
  /** This person's offers for the listing when Submit Offer was pressed. */
  const [before, setBefore] = useState<readonly ShownBooking[]>([])
  const [failure, setFailure] = useState<Notice | null>(null)
  const [again, setAgain] = useState<ShownBooking | null>(null)
  const standing = useOffersOfListing(listing.id, userId)
  const box = useRef<HTMLDivElement>(null)
  const { draft } = form

  const shown = useSeen(draft?.seen, seenListing(listing), (seen) =>
    draft?.range ? bookingTotal(draft.range, draft.quantity, seenPrices(seen, Boolean(draft.deliverTo))) : 0,
  )

  // A page that is open over midnight learns the new day.
  const now = useServerNow(DAY_LOOK_MS)
  const clashing = clash ? stillClashing(clash, listing) : []
  const ground: OfferGround = { listing, blocked, clashing, now }
  const problems = draft ? { ...refused, ...offerProblems(draft, ground) } : {}
  const hasProblems = Object.keys(problems).length > 0
  const isHere = useIsMounted()

  const fail = (failure: OfferFailure) => {
    toast(failure.notice)
    if (!isHere.current) return
    setFailure(failure.notice)
    if (failure.signIn) void signInAgain(path)
    if (!failure.backToDates) return
    setClash({ days: failure.backToDates.clashing, over: listing })
    setRefused(failure.backToDates.refused)
    setPressed('continue')
    history.toDates()
    // The reason of the refusal is on its way to this device's calendar as well.
    engine.wake()
  }
  const offer = useSubmitOffer({
    listingId: listing.id,
    userId: userId ?? 0,
    form,
    onSent() {
      if (!isHere.current) return
      cards.pick(null)
      setPressed('none')
      setClash(null)
      setSent(true)
      history.toDates()
    },
    onFailure: fail,
    onChanged(now) {
      shown.tell(now)
      // The new row is on its way to this device as well.
      engine.wake()
    },
  })
  // A press that is under way, with the bank's question perhaps, is not taken from under one's eyes.
  const mayPay = userId !== null && history.step === 'payment' && !hasProblems
  const step = mayPay || offer.isBusy ? 'payment' : 'dates'
  const isClosed = isGone && !offer.isBusy
  const cards = useSavedCards({
    path: `/listings/${listing.id}`,
    listingId: listing.id,
    wanted: step === 'payment',
    setup,
    onFailure: fail,
  })

  useArrival(trip, setup, history.toPayment)
  useKeptDates(box, draft !== undefined, history.toDates)
  useStepFocus(box, draft ? step : undefined, trip !== undefined)
  useSentFocus(
    box,
    hasSent && step === 'dates'
      ? sentOffers(standing).find(({ id }) => before.every((one) => one.id !== id))?.id
      : undefined,
  )

  // Days that came along from a search are nobody's change of the form.
  const keepSeen = (seen: Seen) => {
    if (!draft?.seen) form.change({ seen })
  }
  const goOn = () => {
    setFailure(null)
    flushSync(() => setPressed('continue'))
    if (hasProblems) {
      focusFirstProblem(box.current)
      return
    }
    setPressed('none')
    keepSeen(shown.seen)
    const same = draft?.range && withSameDays(standing ?? [], draft.range)
    if (userId === null) navigate({ to: '/auth', search: { next: `${path}#${BOOK}` } })
    else if (same) setAgain(same)
    else history.toPayment()
  }
  const submit = (seen: Seen) => {
    setPressed('submit')
    setFailure(null)
    if (!draft?.range) return
    if (cards.chosen === null) return box.current?.querySelector<HTMLElement>(FIRST_CARD)?.focus()
    keepSeen(seen)
    const { range, quantity, note, deliverTo } = draft
    setBefore(sentOffers(standing))
    offer.submit({ range, quantity, note, deliverTo }, seen, cards.chosen)
  }

  if (!draft) return <Spinner label="Loading your dates" />
  return (
    <div className="stack offer" ref={box} tabIndex={-1}>
      {hasSent && userId !== null && <PushQuestion sent="offer" />}
      <OffersOfListing offers={standing ?? []} />
      {!isClosed && <StepLine steps={['Dates', 'Payment']} current={step === 'dates' ? 1 : 2} />}
      {isClosed ? (
        <NoOffers listingId={listing.id} />
      ) : step === 'dates' || !draft.range ? (
        <DatesStep
          ownerUsername={listing.ownerUsername}
          draft={draft}
          ground={ground}
          problems={shownProblems(problems, draft, pressed)}
          isSignedIn={userId !== null}
          isBusy={offer.isBusy}
          onChange={(part) => {
            setRefused(withoutChanged(refused, part))
            // The days were taken for that many.
            if ('quantity' in part) setClash(null)
            form.change({ seen: shown.seen, ...part })
          }}
          onContinue={goOn}
        />
      ) : (
        <PaymentStep
          ownerUsername={listing.ownerUsername}
          range={draft.range}
          quantity={draft.quantity}
          note={draft.note}
          deliverTo={draft.deliverTo ?? null}
          shown={shown}
          cards={cards}
          error={pressed === 'submit' && cards.chosen === null ? 'Please select a payment method' : undefined}
          reachable={reachable}
          failure={failure}
          isBusy={offer.isBusy}
          bankStep={offer.bankStep}
          loginTo={`/login?next=${encodeURIComponent(`/listings/${listing.id}`)}`}
          onBack={history.toDates}
          onAddCard={() => cards.add({ offer: draft, paymentSetup: true } satisfies OfferRedirect)}
          onSubmit={() => submit(shown.seen)}
          onGoOn={() => {
            form.change({ seen: shown.now })
            submit(shown.now)
          }}
        />
      )}
      {again && !isClosed && (
        <OfferAgain
          offer={again}
          onClose={() => setAgain(null)}
          onAgain={() => {
            setAgain(null)
            history.toPayment()
          }}
        />
      )}
    </div>
  )
}

/** The server's words on a field hold until that field is changed. */
function withoutChanged({ dates, quantity, note, delivery }: OfferProblems, part: Partial<OfferDraft>): OfferProblems {
  return {
    ...(dates && !('range' in part || 'quantity' in part) && { dates }),
    ...(quantity && !('quantity' in part) && { quantity }),
    ...(note && !('note' in part) && { note }),
    ...(delivery && !('deliverTo' in part) && { delivery }),
  }
}

const FIRST_CARD = '.card-choice :is(input, button):not(:disabled)'

/** A form that nobody has pressed yet is not reproached for being empty. */
function shownProblems(problems: ReturnType<typeof offerProblems>, draft: OfferDraft, pressed: string) {
  if (pressed !== 'none') return problems
  const { dates, delivery: _, ...rest } = problems
  return draft.range && dates ? { ...rest, dates } : rest
}

/** @returns whether there was one */
function focusFirstProblem(box: HTMLElement | null): boolean {
  const field = box?.querySelector('.field:has(.field__error)')
  const control = field?.querySelector<HTMLElement>(':is(input, textarea, .rdp-day_button):not(:disabled)')
  control?.focus()
  return control !== undefined && control !== null
}

/** The return address has served its purpose once it was read: the history goes on at the payment step without it. */
function useArrival(trip: string | undefined, setup: string | undefined, toPayment: (o: { replace: boolean }) => void) {
  const arrive = useEffectEvent(() => toPayment({ replace: true }))
  const isArrival = trip !== undefined || setup !== undefined
  useEffect(() => {
    if (isArrival) arrive()
  }, [isArrival])
}

/** In the address of whoever comes back from signing in: what they had chosen is in view. */
const BOOK = 'book'
function useKeptDates(box: { current: HTMLElement | null }, isThere: boolean, onSeen: () => void): void {
  const isWanted = useLocation({ select: ({ hash }) => hash === BOOK }) && isThere
  const seen = useEffectEvent(onSeen)
  useEffect(() => {
    if (!isWanted) return
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.focus({ preventScroll: true })
    seen()
  }, [isWanted, box])
}

/** A new step takes the focus along, to what is wrong there if anything is; so does coming back from the provider. */
function useStepFocus(box: { current: HTMLElement | null }, step: string | undefined, isReturn: boolean): void {
  const [wasReturn] = useState(isReturn)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (step === undefined || shown.current === step) return
    const isFirst = shown.current === undefined
    shown.current = step
    if ((!isFirst || wasReturn) && !focusFirstProblem(box.current)) box.current?.focus()
  }, [step, box, wasReturn])
}

/** The offers that their owner can see. */
const sentOffers = (offers: readonly ShownBooking[] = []) => offers.filter(hasReachedOwner)

/** Sending leads to the offer, once: its link is in view and has the focus after the new step has had it. */
function useSentFocus(box: { current: HTMLElement | null }, id: number | undefined): void {
  const ledTo = useRef<number>(undefined)
  useEffect(() => {
    if (id === undefined || ledTo.current === id) return
    ledTo.current = id
    box.current?.scrollIntoView({ block: 'start' })
    box.current?.querySelector<HTMLElement>(`a[href="/offers/${id}"]`)?.focus({ preventScroll: true })
  }, [box, id])
}

/** The result may arrive after the person has navigated away: show the toast, don't navigate. */
function useIsMounted(): { current: boolean } {
  const mounted = useRef(true)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return mounted
}
