import type { RentalCategory } from '#schema/category'
import { DEFAULT_TERMS } from '#schema/listing'

/** Owners' texts under "Rental Terms"; many leave the default. */
export const listingTerms: Record<RentalCategory, string[]> = {
  tableware: [
    DEFAULT_TERMS,
    'Please scrape and rinse; I do the washing. A broken piece costs what a new one costs me, no more.',
    'Count with me at pickup and at return. Chips happen; tell me and we will sort it out.',
  ],
  decorations: [
    DEFAULT_TERMS,
    'Keep dry and away from open flame. Use the hooks in the box; no tape, please.',
    'Return it folded the way it came. Photos of your party are welcome and not required.',
  ],
  furniture: [
    DEFAULT_TERMS,
    'Indoors or under a roof. Felt pads stay on. Please lift, do not drag.',
    'Delivery times are windows of one hour. Somebody has to be there to sign and hold the door.',
  ],
  lighting: [
    DEFAULT_TERMS,
    'Use the cables in the case and no longer ones. If a fuse goes, call me before you try again.',
    'Do not hang anything from sprinkler pipes. Batteries come charged and may come back empty.',
  ],
  linens: [
    DEFAULT_TERMS,
    'Return unwashed in the bag. Wine is fine; candle wax and bleach are not.',
    'Shake out crumbs, do not iron. A stain that stays costs half the cloth.',
  ],
  serving: [
    DEFAULT_TERMS,
    'Wood: wipe, never soak. Everything else: rinse and stack.',
    'Fuel, filters and food are yours; the tongs are mine and I count them.',
  ],
}

/** The three lines that the form for made-to-order items starts with. */
export const ITEM_TERMS = [
  'No cancellations once an order is placed.',
  'Custom orders are final sale.',
  'Payment is due upfront.',
].join('\n')
