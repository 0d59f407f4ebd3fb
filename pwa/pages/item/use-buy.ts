import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { buyItem, findOrder, isBought } from '../../actions/buy-item'
import { PaymentsUnavailable } from '../../actions/submit-offer'
import { ApiError, messageOf } from '../../api/client'
import { useAccount } from '../../auth/account'
import { isSameOrder, type OrderWishes, wishesOf } from '../../db/purchase-drafts'
import { type Notice, useToast } from '../../notifications/toasts'
import { useBankStep } from '../listing/use-bank-step'
import type { OrderForm } from './use-order-draft'

interface BuyOptions {
  itemId: number
  userId: number | null
  form: OrderForm
  /** The order is placed and paid: the form starts afresh. */
  onBought: () => void
  /** A card is to be chosen or added. */
  onCardNeeded: () => void
  /** The session has ended. */
  onSignIn: () => void
  /** The server's words, by field. */
  onRefused: (fields: Record<string, string>) => void
}

const PLACED: Notice = {
  title: 'Order placed',
  description: 'Your order is paid and its maker has it. You can follow it under My Purchases.',
}

/** Buy: one press at a time, and every end of it in words. */
export function useBuy({ itemId, userId, form, onBought, onCardNeeded, onSignIn, onRefused }: BuyOptions) {
  const { engine } = useAccount()
  const toast = useToast()
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const { bankStep, askBank } = useBankStep()

  const bought = () => {
    form.reset()
    toast(PLACED)
    onBought()
  }
  const boughtBefore = () => {
    form.change({ attempt: null })
    toast({ title: 'You have ordered this before', description: BEFORE })
  }
  const failed = (description: string) => toast({ variant: 'destructive', title: 'Purchase Failed', description })

  async function buy(userId: number, paymentMethodId: string | null) {
    if (!form.draft) return
    const wishes = wishesOf(form.draft)
    const returnUrl = `${location.origin}/purchases`
    const { attempt } = form.draft
    const press = { engine, userId, itemId, wishes, paymentMethodId, attempt, claim: form.claim, returnUrl, askBank }
    const end = await buyItem(press)
    switch (end.kind) {
      case 'bought':
        return bought()
      case 'bought-before':
        return boughtBefore()
      case 'card-needed':
        return onCardNeeded()
      case 'declined':
        if (end.isOver) form.change({ attempt: null })
        onCardNeeded()
        return failed(end.message)
      case 'unknown':
        return failed(UNKNOWN_END)
    }
  }

  function refused(error: unknown) {
    if (error instanceof ApiError && error.status === 401) return onSignIn()
    if (error instanceof PaymentsUnavailable) {
      const description = messageOf(error.cause, 'Nothing was taken. Please try again.')
      return toast({ variant: 'destructive', title: 'Failed to initialize Stripe', description })
    }
    if (error instanceof ApiError) onRefused(error.fields)
    failed(messageOf(error, 'Something went wrong. Nothing you typed was lost.'))
  }

  useLostAnswer(userId, form, running, (wishes) =>
    form.draft && isSameOrder(wishes, wishesOf(form.draft)) ? bought() : boughtBefore(),
  )

  return {
    isBusy,
    bankStep,
    async buy(paymentMethodId: string | null) {
      if (running.current || userId === null) return
      running.current = true
      setBusy(true)
      try {
        await buy(userId, paymentMethodId)
      } catch (error) {
        refused(error)
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}

const BEFORE =
  'Your earlier press was paid, so no second order was placed. Press Buy again if you want this one as well.'

const UNKNOWN_END =
  'The payment provider has not answered. Press Buy again: it goes on with this same order and never places a second one.'

/** A page that was left in the middle of a press asks, once, what came of it. */
function useLostAnswer(
  userId: number | null,
  { draft }: OrderForm,
  running: { current: boolean },
  onBought: (wishes: OrderWishes) => void,
): void {
  const asked = useRef(false)
  const isLoaded = draft !== undefined
  const ask = useEffectEvent(async () => {
    if (!draft?.attempt || asked.current || userId === null) return
    asked.current = true
    const order = await findOrder(userId, draft.attempt.clientId).catch(() => undefined)
    if (isBought(order) && !running.current) onBought(draft.attempt.wishes)
  })
  useEffect(() => {
    if (isLoaded) ask()
  }, [isLoaded])
}
