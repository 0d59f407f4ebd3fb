import { availableParallelism } from 'node:os'
import { signInLimits } from '../http/limits'
import { createSemaphore, type Turn } from '../http/semaphore'

/** The smallest cost of argon2id that OWASP recommends: about 19 MiB and two passes per hash. */
const COST = { memoryCost: 19_456, timeCost: 2 }
/** The hash of a password that nobody has: an unknown username costs the same work as a known one. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$h4Xja9oACoxbW0aCrxWh5916vhVrk3GvlPOT/ykDFUI$ZL8N+AYf2+QMGt+C0/ru0pYHuQTWs4CbuaXUuktfYWw'

export interface Passwords {
  /** The stored form of a password. Without a turn it is work of the server itself. */
  hash(password: string, turn?: Turn): Promise<string>
  /**
   * Is this the password behind the hash that `findHash` gives, asked once its turn has come? Without a hash the same
   * work is done, and the answer is no.
   */
  matches(password: string, findHash: () => Promise<string | undefined>, turn: Turn): Promise<boolean>
  /** Was this hash made at another cost than a new one would be? */
  isOutdated(hash: string): boolean
}

/** All markets of the process take turns together: they share its processors. */
const turns = createSemaphore({
  // One processor is left to everybody else's requests and photos.
  places: Math.max(1, availableParallelism() - 1),
  each: signInLimits.atOncePerAddress,
  line: signInLimits.waitingPerAddress,
  waiting: signInLimits.waitingInAll,
})

/**
 * Hashing in turns of the callers. Both calls throw Refusal `too_many_requests` when too much waits. `cost` is what a new
 * hash costs: kibibytes of memory and passes over them.
 */
export function openPasswords(cost = COST): Passwords {
  return {
    hash: (password, turn = { key: 'server', rank: -1 }) =>
      turns.take(turn, () => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })),
    matches: (password, findHash, turn) =>
      turns.take(turn, async () => {
        const hash = await findHash()
        const isRight = await Bun.password.verify(password, hash ?? NOBODYS_HASH)
        return isRight && hash !== undefined
      }),
    isOutdated: (hash) => !hash.includes(`$m=${cost.memoryCost},t=${cost.timeCost},`),
  }
}
