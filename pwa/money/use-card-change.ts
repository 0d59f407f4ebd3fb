import { useState } from 'react'
import { cardName, type PaymentMethod } from '#schema/payment'
import { messageOf } from '../sync/client'
import { useToast } from '../ui/toasts'
import { preferCard } from './prefer-card'
import { removeCard } from './remove-card'

/** Changing one saved card at a time; what the server will not do is said beside that card. */
export function useCardChange(accept: (cards: PaymentMethod[]) => Promise<void>) {
  const toast = useToast()
  const [busy, setBusy] = useState<string | null>(null)
  const [refused, setRefused] = useState<{ cardId: string; message: string } | null>(null)

  async function change({ id }: PaymentMethod, press: (cardId: string) => Promise<PaymentMethod[]>, done: string) {
    if (busy !== null) return
    setBusy(id)
    setRefused(null)
    try {
      await accept(await press(id))
      toast({ title: done })
    } catch (error) {
      setRefused({ cardId: id, message: messageOf(error, 'Nothing was changed. Please try again.') })
    } finally {
      setBusy(null)
    }
  }
  return {
    /** The id of the card that is being changed. */
    busy,
    refused,
    prefer: (method: PaymentMethod) => change(method, preferCard, `${cardName(method.card)} is your default card`),
    remove: (method: PaymentMethod) => change(method, removeCard, `${cardName(method.card)} was removed`),
  }
}
