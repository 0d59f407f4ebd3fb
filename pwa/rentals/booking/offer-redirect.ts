import * as z from 'zod/mini'
import { OfferDraft } from './offer-drafts'

/** The state of Book Dates across the redirect to the payment provider: the form, and that a card was being set up. */
export const OfferRedirect = z.object({ offer: OfferDraft, paymentSetup: z.literal(true) })
export type OfferRedirect = z.infer<typeof OfferRedirect>
