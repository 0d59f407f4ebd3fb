import { derivedKeys } from '../db/private-files'
import type { Env } from '../env'
import type { Manifest } from './copies'

const KEY_USES: Record<string, string> = {
  'vapid.json': 'subscriptions to push messages end',
  'calendar.key': 'links to calendars end',
  'mail.key': 'links in mails that are under way end',
  'codes.key': 'codes of authenticator apps are taken no more: their people sign in with a passkey or a recovery code',
}

/** Says which keys of a copy are not used, because servers that share a database have theirs from the environment. */
export function otherKeys(env: Pick<Env, 'secretKey' | 'push'>, { keys }: Manifest): string[] {
  const own = new Map(derivedKeys(env.secretKey).map(({ name, key }) => [name, digestOf(key)]))
  own.set('vapid.json', digestOf(JSON.stringify(env.push.keys)))
  return keys
    .filter(({ name, sha256 }) => own.get(name) !== sha256)
    .map(({ name }) => `The environment gives another ${name} than the copy has: ${KEY_USES[name]}.`)
}

const digestOf = (bytes: string | Buffer) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
