import { Refusal } from '#schema/errors'
import type { Registration } from '#schema/user'

const COMMON = 'Attackers try this password first. Please choose another one.'
const PERSONAL = 'Please choose a password that is not your name or your email address.'

let common: Promise<ReadonlySet<string>> | undefined

/** Some 49,000 passwords that stand in published breaches, most frequent first; read from the disk when they are first needed. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return common
}

/** @throws Refusal `validation` for a password that is known from breaches, or that is the person's own name or address */
export async function assertUncommonPassword({
  password,
  username,
  email,
}: Pick<Registration, 'password' | 'username' | 'email'>): Promise<void> {
  const typed = password.toLowerCase()
  const personal = [username, email, email.split('@')[0] ?? ''].map((word) => word.toLowerCase())
  if (personal.includes(typed)) throw refusal(PERSONAL)
  if ((await commonPasswords()).has(typed)) throw refusal(COMMON)
}

const refusal = (message: string) => new Refusal('validation', message, { password: message })
