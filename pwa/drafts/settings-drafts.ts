import * as z from 'zod/mini'
import { isDay } from '#schema/date-range'
import { draftOf } from './draft-of'

/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(10_000))
const Day = z.optional(z.string().check(z.refine(isDay)))

const TypedAddress = z.object({ street: Typed, city: Typed, state: Typed, zipCode: Typed })
/** `seen`: the address that the form had shown before anything was typed; builds before did not keep it. */
const AddressDraft = z.extend(TypedAddress, { seen: z.optional(TypedAddress) })
export type AddressDraft = z.infer<typeof AddressDraft>

const BlockDraft = z.object({ from: Day, to: Day, reason: Typed, listingId: z.optional(z.nullable(z.int())) })
export type BlockDraft = z.infer<typeof BlockDraft>

/** The form of one's own address, on this device. */
export const addressDraft = draftOf<AddressDraft>({ id: 'settings:address', kind: 'settings', shape: AddressDraft })

/** The form that blocks days, on this device. */
export const blockDraft = draftOf<BlockDraft>({
  id: 'settings:block',
  kind: 'settings',
  shape: BlockDraft,
  isBlank: ({ from, reason }) => !from && reason === '',
})
