import { timingSafeEqual } from 'node:crypto'
import { mailToken } from './mail-key'

interface ActOfPerson {
  actId: number
  personId: number
}

/** The link in the mail about an act carries this; it shows the act to its person and takes their appeal, also while they are suspended. */
export function actToken(dataDir: string, { actId, personId }: ActOfPerson): string {
  return `${actId}.${personId}.${mailToken(dataDir, `act:${actId}:${personId}`)}`
}

/** The act and the person of a token, or null. */
export function readActToken(dataDir: string, token: string): ActOfPerson | null {
  const [, act, person] = /^([1-9]\d{0,14})\.([1-9]\d{0,14})\.[\w-]{43}$/.exec(token) ?? []
  if (!act || !person) return null
  const found = { actId: Number(act), personId: Number(person) }
  return timingSafeEqual(Buffer.from(token), Buffer.from(actToken(dataDir, found))) ? found : null
}
