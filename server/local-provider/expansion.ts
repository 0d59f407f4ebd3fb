import { malformed } from './provider-error'
import type { Json, JsonObject } from './wire'
import { embeddedList, isObject, isStored, wire } from './wire'
import type { Work } from './work'

const MAX_DEPTH = 4
const ALL = 100

/** Replaces the ids that `expand[]` names with their objects; `data.x` reaches into a list. */
export async function expand(work: Work, answer: JsonObject, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const steps = path.split('.')
    if (steps.length > MAX_DEPTH) {
      throw malformed(`You cannot expand more than ${MAX_DEPTH} levels of a property: ${path}`, { param: 'expand' })
    }
    await follow(work, answer, steps)
  }
}

async function follow(work: Work, holder: JsonObject, steps: string[]): Promise<void> {
  const [step, ...rest] = steps
  if (step === undefined) return
  const value = holder[step]
  if (holder.object === 'list' && step === 'data' && Array.isArray(value)) {
    for (const member of value) if (isObject(member)) await follow(work, member, rest)
    return
  }
  const whole = await resolve(work, holder, step, value)
  if (whole === null) return
  holder[step] = whole
  await follow(work, whole, rest)
}

async function resolve(
  work: Work,
  holder: JsonObject,
  step: string,
  value: Json | undefined,
): Promise<JsonObject | null> {
  if (holder.object === 'charge' && step === 'refunds') return refundsOf(work, holder)
  if (value === null) return null
  if (isObject(value)) return value
  const found = typeof value === 'string' ? await work.findAny(value) : undefined
  if (!found || !isStored(found)) throw malformed(`This property cannot be expanded (${step}).`)
  return wire(found)
}

/** A charge carries its refunds only when asked. */
async function refundsOf(work: Work, charge: JsonObject): Promise<JsonObject> {
  const id = String(charge.id)
  const refunds = await work.list('refund', { where: { charge: id }, limit: ALL })
  return embeddedList(`/v1/charges/${id}/refunds`, refunds.map(wire))
}
