import { MapPin, Navigation } from 'lucide-react'
import type { OfferView } from './offer-view'

/** The pickup address and note; once and as long as they are agreed. */
export function Pickup({ view }: { view: Pick<OfferView, 'pickupAddress' | 'pickupNote' | 'delivery'> }) {
  const { delivery } = view
  const address = delivery ? delivery.address : view.pickupAddress
  const note = delivery ? null : view.pickupNote
  if (delivery && !address)
    return (
      <p className="muted">{`To be delivered${delivery.place ? ` to ${delivery.place}` : ''}. The street is shown once the money is taken.`}</p>
    )
  if (!address && !note) return null
  return (
    <div className="pickup min-0 breaks line align-start">
      <MapPin />
      <div className="stack stack--tight">
        {address && (
          <p>
            <strong>{delivery ? 'Delivery, there and back: ' : 'Pickup: '}</strong>
            <span dir="auto">{address}</span>
          </p>
        )}
        {note && (
          <p className="long-text" dir="auto">
            {note}
          </p>
        )}
        {address && (
          <p>
            <a className="tap-line" href={mapAddress(address)} target="_blank" rel="noreferrer">
              <Navigation />
              Open in a map app
            </a>
          </p>
        )}
      </div>
    </div>
  )
}

/** Phones open this in the map app that is installed, everything else in the browser. */
function mapAddress(address: string): string {
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: address })}`
}
