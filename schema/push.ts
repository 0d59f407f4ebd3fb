import * as z from 'zod/mini'
import { PUSH_KINDS } from '#schema/push-notice'

const Kind = z.enum(PUSH_KINDS)

const key = (bytes: RegExp) => z.string('The browser sent no key').check(z.regex(bytes, 'The browser sent no key'))

/** Where a browser can be reached, as its `PushSubscription.toJSON()` says it. */
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

export const PushKindChange = z.object({ kind: Kind, on: z.boolean('Choose on or off') })

/** `publicKey`: what a browser subscribes with. `here`: this session's browser is reached. `off`: kinds that its person does not want. */
export const PushSettings = z.object({ publicKey: z.string(), here: z.boolean(), off: z.array(Kind) })
export type PushSettings = z.infer<typeof PushSettings>
