import { useRef, useState } from 'react'
import { changedPrice } from '../../money/changed-price'
import { codeOf, PaymentsUnavailable } from '../../money/payment-failure'
import type { Seen } from '../../money/seen'
import { useLostAnswer } from '../../money/use-lost-answer'
import { usePaymentPress } from '../../money/use-payment-press'
import { useAccount } from '../../session/account'
import { ApiError, isOutcomeUnknown, messageOf } from '../../sync/client'
import { OUTCOME_UNKNOWN } from '../../sync/problem-words'
import { serverNow } from '../../sync/server-clock'
import { errorNotice, type Notice, useToast } from '../../ui/toasts'
import { CARD_DECLINED, findOrder, isBought, isCardDeclined, isJustPlaced } from './pay-order'
import { isSameOrder, wishesOf } from './purchase-drafts'
import type { OrderDraftState } from './use-order-draft'

interface BuyOptions {
  itemId: number
  userId: number | null
  form: OrderDraftState
  /** The order is placed and paid: the form starts afresh. */
  onBought: (orderId: number) => void
  /** A card is to be chosen or added. */
  onCardNeeded: () => void
  /** The session has ended. */
  onSignIn: () => void
  /** The server's words, by field. */
  onRefused: (fields: Record<string, string>) => void
  /** The price or the conditions are others by now; nothing was charged. */
  onChanged: (now: Seen) => void
}

const PLACED: Notice = {
  title: 'Order placed',
  description: 'Your order is paid and its maker has it. You can follow it under My Purchases.',
}

const CONFIRMED: Notice = {
  title: 'Payment confirmed',
  description: 'Your order is placed once the money is taken: see My Purchases.',
}

const PLACED_BEFORE: Notice = {
  title: 'Your earlier order was placed',
  description: 'You can follow it under My Purchases. This form is for another one.',
}

/** Buy: one press at a time, and every end of it in words. */
export function useBuy({ itemId, userId, form, onBought, onCardNeeded, onSignIn, onRefused, onChanged }: BuyOptions) {
  const { engine } = useAccount()
  const toast = useToast()
  const mayHaveLeft = useRef(false)
  const { isBusy, bankStep, askBank, isRunning, run } = usePaymentPress()

  const bought = (orderId: number) => {
    form.reset()
    toast(PLACED)
    onBought(orderId)
  }
  const boughtBefore = () => {
    form.endAttempt()
    toast({ title: 'You have ordered this before', description: BEFORE })
  }
  const unknown = () => {
    markLost()
    toast({ title: 'No answer yet', description: OUTCOME_UNKNOWN })
  }
  const [failure, setFailure] = useState<Notice | null>(null)
  const fail = (title: string, description: string) => {
    const notice: Notice = errorNotice(title, description)
    toast(notice)
    setFailure(notice)
  }
  const failed = (description: string) => fail('Purchase Failed', description)

  async function buy(userId: number, seen: Seen, paymentMethodId: string | null) {
    if (!form.draft) return
    const wishes = wishesOf(form.draft)
    const returnUrl = `${location.origin}/purchases`
    const attempt = await form.attempt()
    mayHaveLeft.current = attempt !== null
    const claim: typeof form.claim = (...wanted) => {
      mayHaveLeft.current = true
      return form.claim(...wanted)
    }
    const press = { engine, userId, itemId, wishes, seen, paymentMethodId, attempt, claim, returnUrl, askBank }
    const { buyItem } = await codeOf(import(/* piece: onlineBuy */ './buy-item'))
    const end = await buyItem(press)
    switch (end.kind) {
      case 'bought':
        return bought(end.orderId)
      case 'confirmed':
        return toast(CONFIRMED)
      case 'bought-before':
        return boughtBefore()
      case 'card-needed':
        return onCardNeeded()
      case 'declined':
        if (end.isOver) form.endAttempt()
        onCardNeeded()
        return failed(end.message)
      case 'unknown':
        return failed(UNKNOWN_END)
    }
  }

  function refused(error: unknown) {
    const now = changedPrice(error)
    if (now) return onChanged(now)
    if (error instanceof ApiError && error.status === 401) return onSignIn()
    if (error instanceof PaymentsUnavailable) {
      const description = messageOf(error.cause, 'Nothing was taken. Please try again.')
      return fail('Failed to initialize Stripe', description)
    }
    if (isOutcomeUnknown(error) && mayHaveLeft.current) return unknown()
    if (error instanceof ApiError) onRefused(error.fields)
    failed(messageOf(error, 'Something went wrong. Nothing you typed was lost.'))
  }

  const markLost = useLostAnswer(form.draft !== undefined && userId !== null, async (isLost) => {
    const attempt = form.draft?.attempt
    if (!attempt || userId === null) return true
    const order = await findOrder(userId, attempt.clientId).catch(() => null)
    if (order === null || isRunning()) return false
    if (isBought(order)) {
      const isWanted = form.draft !== undefined && isSameOrder(attempt.wishes, wishesOf(form.draft))
      if (!isWanted) boughtBefore()
      else if (isLost || isJustPlaced(order, serverNow())) bought(order.id)
      else {
        form.reset()
        toast(PLACED_BEFORE)
      }
    } else if (isCardDeclined(order)) {
      form.endAttempt()
      failed(CARD_DECLINED)
    } else if (isLost && order === undefined) toast({ title: 'Your order has not arrived', description: NOT_ARRIVED })
    return true
  })

  return {
    isBusy,
    bankStep,
    /** How the last press failed. */
    failure,
    buy: (seen: Seen, paymentMethodId: string | null) =>
      run(async () => {
        if (userId === null) return
        setFailure(null)
        await buy(userId, seen, paymentMethodId).catch(refused)
      }),
  }
}

const BEFORE =
  'Your earlier press was paid, so no second order was placed. Press Buy again if you want this one as well.'

const UNKNOWN_END =
  'The payment provider has not answered. Press Buy again: it goes on with this same order and never places a second one.'

const NOT_ARRIVED = 'Nothing was charged so far. Press Buy again: no second order is placed.'
