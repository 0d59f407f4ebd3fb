import * as z from 'zod/mini'
import { capProblem, DAMAGE_TEXT_MAX, DamageCents, MAX_DAMAGE_PHOTOS, NewDamageReport } from '#schema/damage-report'
import { dollarsToCents } from '#schema/money'

const Photos = z
  .array(z.object({ blobId: z.uuid() }))
  .check(z.maxLength(MAX_DAMAGE_PHOTOS, 'Please use at most 12 photos'))

/** The problem with dollars as typed; null when they can be charged. */
function dollarsProblem(text: string, totalAmount: number): string | null {
  const cents = dollarsToCents(text)
  if (cents === null) return 'Please enter dollars, such as 12.50'
  return capProblem(cents, totalAmount) ?? DamageCents.safeParse(cents).error?.issues[0]?.message ?? null
}

const dollars = (optional: boolean, totalAmount: number) =>
  z.string().check((context) => {
    const message = optional && context.value.trim() === '' ? null : dollarsProblem(context.value, totalAmount)
    if (message) context.issues.push({ code: 'custom', message, input: context.value })
  })

/** The owner's report about a rental of this total as it is typed and checked. */
export const reportForm = (totalAmount: number) =>
  z.object({
    description: NewDamageReport.shape.description,
    photos: Photos.check(z.minLength(1, 'At least one damage photo is required')),
    estimate: dollars(true, totalAmount),
    invoice: NewDamageReport.shape.repairInvoiceUrl,
  })

/** The renter's answer as it is typed and checked. */
export const AnswerForm = z.object({
  accepts: z.boolean('Please choose whether you accept responsibility'),
  response: z.string().check(z.trim(), z.maxLength(DAMAGE_TEXT_MAX, 'Please keep this under 5,000 characters')),
  photos: Photos,
})

/** An estimate that is added later. */
export const estimateForm = (totalAmount: number) => z.object({ estimate: dollars(false, totalAmount) })

/** A checked amount in cents; null for an empty one. */
export function centsOf(estimate: string): number | null {
  return dollarsToCents(estimate)
}

const FORM_NAMES: Record<string, string> = {
  images: 'photos',
  repairEstimate: 'estimate',
  repairInvoiceUrl: 'invoice',
  acceptResponsibility: 'accepts',
}

/** The server's words by the names that the form's fields have. */
export function damageFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, words]) => {
      const [first = ''] = name.split('.')
      return [FORM_NAMES[first] ?? first, words]
    }),
  )
}
