import { damageCap } from '#schema/damage-report'
import { formatCents } from '#schema/money'
import { PRODUCT_NAME } from '#schema/product'

/** The sentence beside Submit Offer about later charges. A changed text needs a new CONSENT_VERSION. */
export function offerConsent(owner: string, totalAmount: number): string {
  const cap = formatCents(damageCap(totalAmount))
  return `Once ${owner} approves, the listing’s cancelling rule decides what comes back. Your card is kept until a day after the rental: damage that you accept, or that ${PRODUCT_NAME} decides after hearing you both, is charged to it, ${cap} at most.`
}

/** The sentence beside Buy about later charges. */
export function orderConsent(seller: string): string {
  return `Nothing else is charged for it. Until ${seller} begins you can ask to cancel; if ${seller} cancels or never sends it, all of it comes back to this card.`
}
