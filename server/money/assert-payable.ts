import { Refusal } from '#schema/errors'
import { chargeProblem } from '#schema/money'

/** Is this a total that the provider takes? Asked before anything is stored. @throws Refusal `validation` beside `field` */
export function assertPayable(cents: number, field: string): void {
  const problem = chargeProblem(cents)
  if (problem) throw new Refusal('validation', problem, { [field]: problem })
}
