import { Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import type { Registration } from '#schema/registration'
import type { Deps } from '../deps'

/** Of accounts that decide about others' money. */
const OPERATOR_MIN = 12
const SHORT = `An operator’s password has at least ${OPERATOR_MIN} characters.`
const COMMON = 'Attackers try this password first. Please choose another one.'
const OF_THE_HOUSE = 'Please choose a password that is not the name of this site.'
const PERSONAL = 'Please choose a password that is not your name or your email address.'

let common: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 passwords that stand in published breaches, most frequent first; read from the disk when they are first needed. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

/**
 * @throws Refusal `validation` for a password that is known from breaches, that is the person's own name or address, that is
 * the product's name with whatever signs around it, or that is too short for an operator. People of a demo may share the
 * password of its accounts.
 */
export async function assertUncommonPassword(
  { env }: Pick<Deps, 'env'>,
  {
    password,
    username,
    email,
    isOperator = false,
  }: Pick<Registration, 'password' | 'username' | 'email'> & { isOperator?: boolean },
): Promise<void> {
  if (isOperator && password.length < OPERATOR_MIN) throw refusal(SHORT)
  const typed = password.toLowerCase()
  const personal = [username, email, email.split('@')[0] ?? ''].map((word) => word.toLowerCase())
  if (personal.includes(typed)) throw refusal(PERSONAL)
  if (!env.demo && typed.replace(/[^\p{L}]/gu, '') === PRODUCT_NAME.toLowerCase()) throw refusal(OF_THE_HOUSE)
  if ((await commonPasswords()).has(typed)) throw refusal(COMMON)
}

const refusal = (message: string) => new Refusal('validation', message, { password: message })
