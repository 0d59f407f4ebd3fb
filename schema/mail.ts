import type { PushKind } from '#schema/push-notice'

/** The words of mails about an account itself. These cannot be switched off. */
export type AccountWord =
  | 'password_link'
  | 'password_changed'
  | 'new_device'
  | 'verify_link'
  | 'address_link'
  | 'address_changed'
  | 'address_changed_again'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_on'
  | 'codes_off'
  | 'closing'
  | 'moderation'

/** The purpose of a link in a mail. `address`: changes to the address it was sent to; `undo`: back to the one before. */
export type AccountLinkKind = 'password' | 'verify' | 'address' | 'undo'

/** How a mail ended. `untrue`: it was news no more when its turn came; `late`: its deadline passed before it could be sent. */
export type MailEnd = 'sent' | 'kept' | 'off' | 'untrue' | 'late' | 'bounced' | 'refused'

/** How a push ended. `mailed`: its service took it for so long not that it was mailed instead. */
export type PushEnd = 'sent' | 'refused' | 'untrue' | 'late' | 'mailed'

/** Deadlines, claims and money always reach their person: by mail, too, when no browser is notified of them. */
export const ESSENTIAL_KINDS: readonly PushKind[] = ['offers', 'money', 'claims']

/** Must this kind be told by push or by mail? */
export function isEssential(kind: PushKind): boolean {
  return ESSENTIAL_KINDS.includes(kind)
}
