import { useEffect, useMemo, useState } from 'react'
import type { CurrentUser } from '#schema/user'
import { type AddressDraft, addressDraft } from '../drafts/settings-drafts'
import { useDiscard } from '../outbox/use-discard'
import { WaitingChip } from '../outbox/waiting-chip'
import { retryWrite } from '../outbox/waiting-write'
import { useAccount } from '../session/account'
import { AddressForm } from '../session/address-form'
import { addressOf, type OwnAddress, readOwnAddress } from '../session/own-address'
import { useLiveQuery } from '../session/use-live-query'
import { ConfirmButton } from '../ui/confirm-button'
import { FieldError } from '../ui/fields/field'

/** Where a person lends from. */
export function AddressTab({ user }: { user: CurrentUser }) {
  const { engine } = useAccount()
  const own = useLiveQuery(() => readOwnAddress(engine.db, user.id), [engine, user.id])
  const keeper = useMemo(() => addressDraft.autosave(engine.db), [engine])
  const [draft, setDraft] = useState<AddressDraft | null>()
  useEffect(() => {
    let live = true
    keeper.open().then((kept) => live && setDraft(kept))
    return () => {
      live = false
    }
  }, [keeper])
  if (own === undefined || draft === undefined) return null
  const shown = own ?? { address: addressOf(user), waiting: null }
  return (
    <section className="stack settings__narrow" aria-labelledby="address-title">
      <h2 id="address-title">Your address</h2>
      <p className="muted">
        Where your rentals are picked up. Renters see your street only once they have paid. Everybody sees the city
        {user.neighborhood ? ` and the neighborhood, ${user.neighborhood}` : ''}.
      </p>
      {shown.waiting && <OnItsWay waiting={shown.waiting} />}
      <AddressForm known={shown.address} draft={draft} keeper={keeper} onSaved={() => setDraft(null)} />
    </section>
  )
}

function OnItsWay({ waiting }: { waiting: NonNullable<OwnAddress['waiting']> }) {
  const { engine } = useAccount()
  const discard = useDiscard()
  if (waiting.state !== 'attention')
    return (
      <div className="row" role="status">
        <WaitingChip state={waiting.state} />
        <span className="muted fine">It is saved as soon as there is a connection.</span>
      </div>
    )
  return (
    <div className="stack stack--tight" role="alert">
      <FieldError>{waiting.error ?? 'The server did not take this address.'}</FieldError>
      <div className="row">
        {!waiting.isClash && (
          <button type="button" className="is-secondary" onClick={() => retryWrite(engine, waiting.opId)}>
            Try again
          </button>
        )}
        <ConfirmButton
          label="Discard"
          question="Go back to the address that was saved before?"
          onConfirm={() => void discard({ opId: waiting.opId })}
        />
      </div>
    </div>
  )
}
