import type { ShownBooking } from '../../db/booking-queries'
import type { OfferRole } from '../offers/offer-view'

interface DamagePanelProps {
  booking: ShownBooking
  role: OfferRole
}

/** What is to be said of damage for a booking, by its two sides. */
export function DamagePanel(_: DamagePanelProps) {
  return null
}
