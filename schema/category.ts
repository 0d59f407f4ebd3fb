import * as z from 'zod/mini'
import { MADE_TO_ORDER_CATEGORIES, RENTAL_CATEGORIES } from '#schema/category-names'

export const RentalCategory = z.enum(RENTAL_CATEGORIES, 'Please select a category')
export const MadeToOrderCategory = z.enum(MADE_TO_ORDER_CATEGORIES, 'Please select a category')
export type RentalCategory = z.infer<typeof RentalCategory>
export type MadeToOrderCategory = z.infer<typeof MadeToOrderCategory>
