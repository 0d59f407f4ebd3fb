import * as z from 'zod/mini'
import { MadeToOrderCategory } from '#schema/category'

export const DEFAULT_LEAD_TIME_DAYS = 7

export const CustomizationOption = z.object({
  name: z.string(),
  type: z.enum(['text', 'color', 'select']),
  options: z.array(z.string()),
  required: z.boolean(),
})
export type CustomizationOption = z.infer<typeof CustomizationOption>

/** A made-to-order item as everyone sees it. `price` is cents. */
export const Item = z.object({
  id: z.int(),
  userId: z.int(),
  ownerUsername: z.string(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  mainImage: z.string(),
  price: z.int(),
  category: MadeToOrderCategory,
  customizationOptions: z.array(CustomizationOption),
  leadTimeInDays: z.int(),
  terms: z.string(),
  createdAt: z.string(),
})
export type Item = z.infer<typeof Item>
