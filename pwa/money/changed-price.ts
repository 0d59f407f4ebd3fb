import { WhatHolds } from '#schema/shown'
import { ApiError } from '../sync/client'
import type { Seen } from './seen'

/** The conditions of now, from the server's refusal of outdated ones; null for every other error. */
export function changedPrice(error: unknown): Seen | null {
  if (!(error instanceof ApiError) || error.code !== 'price_changed') return null
  const now = WhatHolds.safeParse(error.now).data
  if (!now) return null
  const { totalAmount: _, ...seen } = now
  return seen
}
