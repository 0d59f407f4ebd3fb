import * as z from 'zod/mini'

/**
 * Two people of whom one has blocked the other, on the devices of both. `id` is the other person; `username` is theirs, for
 * the person who blocked alone.
 */
export const PersonBlock = z.object({ id: z.int(), username: z.nullable(z.string()) })
export type PersonBlock = z.infer<typeof PersonBlock>

/** Nobody blocks themselves. */
export function canBlock(user: { id: number }, other: { id: number }): boolean {
  return user.id !== other.id
}
