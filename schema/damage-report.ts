import * as z from 'zod/mini'

export const DAMAGE_STATUSES = [
  'pending_review',
  'under_review',
  'resolved_approved',
  'resolved_rejected',
  'expired',
] as const
export const DamageStatus = z.enum(DAMAGE_STATUSES)
export type DamageStatus = z.infer<typeof DamageStatus>

/** The specification's words for each status. */
export const damageStatusNames: Record<DamageStatus, string> = {
  pending_review: 'Pending Renter Review',
  under_review: 'Under Review',
  resolved_approved: 'Damage Claim Approved',
  resolved_rejected: 'Damage Claim Rejected',
  expired: 'Review Period Expired',
}
