import { useState } from 'react'
import { cardName, type PaymentMethod } from '#schema/payment'
import { messageOf } from '../sync/client'
import { BusyButton } from '../ui/busy-button'
import { ConfirmButton } from '../ui/confirm-button'
import { FieldError } from '../ui/fields/field'
import { useToast } from '../ui/toasts'
import { CardRow } from './card-row'
import { preferCard } from './prefer-card'
import { removeCard } from './remove-card'

export interface ChangeableCardsProps {
  cards: readonly PaymentMethod[]
  /** Takes the cards of the server's answer. */
  accept: (cards: PaymentMethod[]) => Promise<void>
}

/** The saved cards, each with its buttons: the default one, and taking it off. */
export function ChangeableCards({ cards, accept }: ChangeableCardsProps) {
  const { busy, refused, prefer, remove } = useCardChange(accept)
  return (
    <ul className="plain-list stack gap-3">
      {cards.map((method) => (
        <CardRow key={method.id} method={method}>
          <div className="settings-row__buttons row gap-1 row--end">
            {!method.isDefault && (
              <BusyButton
                className="is-quiet"
                busy={busy === method.id}
                busyLabel="Saving"
                onClick={() => prefer(method)}
              >
                Make default
              </BusyButton>
            )}
            <ConfirmButton
              label="Remove"
              question={`Remove ${cardName(method.card)}?`}
              onConfirm={() => remove(method)}
            />
          </div>
          {refused?.cardId === method.id && (
            <div className="settings-row__below" role="alert">
              <FieldError>{refused.message}</FieldError>
            </div>
          )}
        </CardRow>
      ))}
    </ul>
  )
}

/** Changing one saved card at a time; what the server will not do is said beside that card. */
function useCardChange(accept: (cards: PaymentMethod[]) => Promise<void>) {
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
