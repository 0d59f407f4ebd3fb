import { availableParallelism } from 'node:os'
import { openTurns } from '../http/turns'

/** argon2id at the smallest cost that OWASP recommends: about 19 MiB and two passes per hash. */
const HASHING = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const
/** More than twice the cores at once only makes every sign-in slower. */
const HASHES_PER_CORE = 2
const WAITING_HASHES = 50
/** The hash of a password that nobody has: an unknown username costs the same work as a known one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$h4Xja9oACoxbW0aCrxWh5916vhVrk3GvlPOT/ykDFUI$ZL8N+AYf2+QMGt+C0/ru0pYHuQTWs4CbuaXUuktfYWw'

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Is this the password behind the hash that `findHash` gives, asked once its turn has come? Without a hash the same
   * work is done, and the answer is no.
   */
  matches(password: string, findHash: () => Promise<string | undefined>): Promise<boolean>
}

/** Hashing with a bounded line. Both calls throw Refusal `too_many_attempts` when the line is full. */
export function openPasswords(): Passwords {
  const turns = openTurns({ places: HASHES_PER_CORE * availableParallelism(), line: WAITING_HASHES })
  return {
    hash: (password) => turns.take(() => hashPassword(password)),
    matches: (password, findHash) =>
      turns.take(async () => {
        const hash = await findHash()
        const isRight = await Bun.password.verify(password, hash ?? NOBODYS_HASH)
        return isRight && hash !== undefined
      }),
  }
}

/** The stored form of a password. */
export function hashPassword(password: string): Promise<string> {
  return Bun.password.hash(password, HASHING)
}
