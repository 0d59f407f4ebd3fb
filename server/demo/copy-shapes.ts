import type { MadeToOrderCategory } from '#schema/category'
import type { CancellationPreset } from '#schema/listing'
import type { CustomizationOption } from '#schema/made-to-order'

/** A rental as written down; who owns it, its date and its terms are dealt out by the seed. */
export interface ListingCopy {
  /** Names of demo photos without their ending; the first is the main one. */
  photos: [string, ...string[]]
  title: string
  about: string
  /** Per day and piece. */
  dollars: number
  /** How many can be rented at the same time; 1 when absent. */
  pieces?: number
  preset?: CancellationPreset
}

/** A made-to-order item as written down. */
export interface ItemCopy {
  photos: [string, string, ...string[]]
  title: string
  about: string
  dollars: number
  category: MadeToOrderCategory
  leadDays: number
  options: CustomizationOption[]
}

/** A post of the inspiration feed as written down. */
export interface PostCopy {
  photo: string
  title: string
  about: string | null
  tags: string[]
}
