import { MapPin, Navigation } from 'lucide-react'
import type { OfferView } from './offer-view'

/** Where things change hands, and what to know on the way; once and as long as that is agreed. */
export function Pickup({ view }: { view: Pick<OfferView, 'pickupAddress' | 'pickupNote'> }) {
  const { pickupAddress: address, pickupNote: note } = view
  if (!address && !note) return null
  return (
    <div className="pickup">
      <MapPin />
      <div className="stack stack--tight">
        {address && (
          <p>
            <strong>Pickup: </strong>
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
            <a className="pickup__map tap-line" href={mapAddress(address)} target="_blank" rel="noreferrer">
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
