import { Fragment } from 'react'
import type { Purchase } from '#schema/purchase'

/** The buyer's choices for the item, name and value. */
export function Customizations({ chosen }: { chosen: Purchase['customizations'] }) {
  const entries = Object.entries(chosen)
  if (entries.length === 0) return null
  return (
    <dl className="order-options facts grid">
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt dir="auto">{name}</dt>
          <dd className="long-text" dir="auto">
            {value}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

/** The delivery address of an order, in the lines of an envelope. */
export function DeliveryLines({ address }: { address: Purchase['deliveryAddress'] }) {
  if (!address) return <p className="muted">No address provided</p>
  const { name, street, city, state, zipCode } = address
  return (
    <address className="delivery flush breaks" dir="auto">
      <strong>{name}</strong>
      <br />
      {street}
      <br />
      {`${city}, ${state} ${zipCode}`}
    </address>
  )
}
