import * as z from 'zod/mini'
import { seenFields, visible } from './edit'

/** A line of an address. */
export const addressLine = (message: string) =>
  z.string(message).check(z.trim(), visible(message), z.maxLength(200, 'Please shorten this.'))

/** The address of an owner; shown to a renter only once the money is taken. */
export const Address = z.object({
  street: addressLine('Street address is required'),
  city: addressLine('City is required'),
  state: addressLine('State is required'),
  zipCode: z
    .string('Valid ZIP code is required')
    .check(z.trim(), z.minLength(5, 'Valid ZIP code is required'), z.maxLength(12, 'Valid ZIP code is required')),
})
export type Address = z.infer<typeof Address>

/** A change of one's address, with the one that stood before it. */
export const AddressChange = z.extend(Address, seenFields)
export type AddressChange = z.infer<typeof AddressChange>

/** True when every part is present, so that listings can be posted. */
export function isCompleteAddress(address: { [Part in keyof Address]: string | null }): boolean {
  return Address.safeParse(address).success
}
