import * as z from 'zod/mini'
import { isEssential } from '#schema/mail'
import { PUSH_KINDS, type PushKind } from '#schema/push-notice'

const Kind = z.enum(PUSH_KINDS)

const key = (bytes: RegExp) => z.string('The browser sent no key').check(z.regex(bytes, 'The browser sent no key'))

/** The address of a browser's push service, as its `PushSubscription.toJSON()` says it. */
export const NewPushSubscription = z.object({
  endpoint: z.url('The browser sent no address').check(z.maxLength(2000, 'The browser sent no address')),
  keys: z.object({
    /** A point of P-256, 65 bytes as base64url. */
    p256dh: key(/^[\w-]{87}=?$/),
    /** 16 bytes as base64url. */
    auth: key(/^[\w-]{22}={0,2}$/),
  }),
})
export type NewPushSubscription = z.infer<typeof NewPushSubscription>

/** How a kind of notice reaches its person. */
const Way = z.object({ push: z.boolean('Choose on or off'), mail: z.boolean('Choose on or off') })
export type Way = z.infer<typeof Way>

export const ALWAYS_TOLD = 'Deadlines, damage reports and money always reach you: choose notifications, mail or both'

/** The reason for which a kind cannot be told in this way, or null. */
export function whyNoWay(kind: PushKind, { push, mail }: Way): string | null {
  return isEssential(kind) && !push && !mail ? ALWAYS_TOLD : null
}

/** A press changes one way; builds before this one send both, as they show them. */
export const WayChange = z.object({ kind: Kind, ...z.partial(Way).shape })
export type WayChange = z.infer<typeof WayChange>

/** How a kind is told after a press, where it was told in the way that is `held`. */
export function changedWay(held: Way, { push = held.push, mail = held.mail }: WayChange): Way {
  return { push, mail }
}

/** `publicKey`: what a browser subscribes with. `here`: this session's browser is reached. `ways`: how each kind is told. */
export const PushSettings = z.object({ publicKey: z.string(), here: z.boolean(), ways: z.record(Kind, Way) })
export type PushSettings = z.infer<typeof PushSettings>
