import type { CurrentUser } from '#schema/user'
import { AddressOnItsWay } from '../outbox/address-on-its-way'
import { AddressForm, useOwnAddress } from '../session/address-form'

/** The address from which a person lends. */
export function AddressTab({ user }: { user: CurrentUser }) {
  const own = useOwnAddress(user)
  if (!own) return null
  return (
    <section className="stack settings__narrow" aria-labelledby="address-title">
      <h2 id="address-title">Your address</h2>
      <p className="muted">
        Renters pick up your rentals here. They see your street only once they have paid. Everybody sees the city
        {user.neighborhood ? ` and the neighborhood, ${user.neighborhood}` : ''}. A rental keeps the address that it was
        approved with: if you move, write to its renter.
      </p>
      {own.waiting && <AddressOnItsWay waiting={own.waiting} />}
      <AddressForm own={own} />
    </section>
  )
}
