import * as z from 'zod/mini'

export const PURCHASE_STATUSES = ['pending', 'paid', 'processing', 'shipped', 'delivered', 'cancelled'] as const
export const PurchaseStatus = z.enum(PURCHASE_STATUSES)
export type PurchaseStatus = z.infer<typeof PurchaseStatus>

export const DeliveryAddress = z.object({
  name: z.string(),
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
})
export type DeliveryAddress = z.infer<typeof DeliveryAddress>
