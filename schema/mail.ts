import type { NoticeWord, PushKind } from '#schema/push-notice'

/** What mails say of an account itself. These cannot be switched off. */
export type AccountWord =
  | 'password_link'
  | 'password_changed'
  | 'new_device'
  | 'verify_link'
  | 'address_link'
  | 'address_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'codes_on'
  | 'codes_off'
  | 'moderation'

/** The purpose of a link in a mail. `address`: changes to the address it was sent to; `undo`: back to the one before. */
export type AccountLinkKind = 'password' | 'verify' | 'address' | 'undo'

/** How a mail ended. `untrue`: it was news no more when its turn came; `late`: its deadline passed before it could be sent. */
export type MailEnd = 'sent' | 'kept' | 'off' | 'untrue' | 'late' | 'bounced' | 'refused'

/** Kinds of notices that are mailed. */
export const MAIL_KINDS = ['offers', 'answers', 'claims', 'orders', 'reviews'] as const satisfies readonly PushKind[]
export type MailKind = (typeof MAIL_KINDS)[number]

/** What always reaches its person: by mail, too, when no browser is notified of it. */
export function isEssential(kind: PushKind, word: NoticeWord | null): boolean {
  return kind === 'offers' || kind === 'claims' || word === 'pay'
}
