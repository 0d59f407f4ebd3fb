import { route } from '#schema/routes'

/** Calls about an account itself, which screens outside of the first page load make. */
export const accountRoutes = {
  askForPassword: route('POST', '/api/password-link', 'public', 'online-only'),
  setPassword: route('POST', '/api/password', 'public', 'online-only'),
  changePassword: route('POST', '/api/user/password', 'signed-in', 'online-only'),
  accountSecurity: route('GET', '/api/user/security', 'signed-in', 'read'),
  endSessions: route('POST', '/api/user/sessions/end', 'signed-in', 'online-only'),
  sendVerification: route('POST', '/api/user/email/link', 'signed-in', 'online-only'),
  changeEmail: route('POST', '/api/user/email', 'signed-in', 'online-only'),
  followEmailLink: route('POST', '/api/email-link', 'public', 'online-only'),
  startPasskey: route('POST', '/api/user/passkeys/start', 'signed-in', 'online-only'),
  addPasskey: route('POST', '/api/user/passkeys', 'signed-in', 'online-only'),
  renamePasskey: route('POST', '/api/user/passkeys/rename', 'signed-in', 'online-only'),
  removePasskey: route('POST', '/api/user/passkeys/remove', 'signed-in', 'online-only'),
  startPasskeySignIn: route('POST', '/api/passkey/start', 'public', 'online-only'),
  signInByPasskey: route('POST', '/api/passkey', 'public', 'online-only'),
  startCodes: route('POST', '/api/user/codes/start', 'signed-in', 'online-only'),
  turnOnCodes: route('POST', '/api/user/codes', 'signed-in', 'online-only'),
  turnOffCodes: route('POST', '/api/user/codes/off', 'signed-in', 'online-only'),
  closing: route('GET', '/api/user/closing', 'signed-in', 'read'),
  closeAccount: route('POST', '/api/user/closing', 'signed-in', 'online-only'),
  agreeToTerms: route('POST', '/api/user/terms', 'signed-in', 'online-only'),
  exportAccount: route('POST', '/api/user/export', 'signed-in', 'online-only'),
  closedAccounts: route('POST', '/api/closed-accounts', 'public', 'online-only'),
} as const

export type AccountRouteName = keyof typeof accountRoutes

/** Calls of operators, and about reports and decisions on them, which screens outside of the first page load make. */
export const moderationRoutes = {
  operatorClaims: route('GET', '/api/operator/claims', 'signed-in', 'read'),
  decideClaim: route('POST', '/api/operator/claims/:id', 'signed-in', 'online-only'),
  operatorBooking: route('GET', '/api/operator/bookings/:id', 'signed-in', 'read'),
  operatorRefund: route('POST', '/api/operator/bookings/:id/refund', 'signed-in', 'online-only'),
  operatorPurchase: route('GET', '/api/operator/purchases/:id', 'signed-in', 'read'),
  operatorRefundPurchase: route('POST', '/api/operator/purchases/:id/refund', 'signed-in', 'online-only'),
  operatorMoney: route('GET', '/api/operator/money', 'signed-in', 'read'),
  operatorHide: route('POST', '/api/operator/hidden', 'signed-in', 'online-only'),
  operatorSuspend: route('POST', '/api/operator/suspended', 'signed-in', 'online-only'),
  operatorPassword: route('POST', '/api/operator/password', 'signed-in', 'online-only'),
  operatorFind: route('GET', '/api/operator/find', 'signed-in', 'read'),
  operatorPerson: route('GET', '/api/operator/people/:id', 'signed-in', 'read'),
  operatorNote: route('POST', '/api/operator/notes', 'signed-in', 'online-only'),
  operatorPayouts: route('POST', '/api/operator/payouts', 'signed-in', 'online-only'),
  readThread: route('POST', '/api/operator/threads', 'signed-in', 'online-only'),
  operatorLog: route('GET', '/api/operator/log', 'signed-in', 'read'),
  operatorReports: route('GET', '/api/operator/reports', 'signed-in', 'read'),
  decideReports: route('POST', '/api/operator/reports', 'signed-in', 'online-only'),
  readAct: route('POST', '/api/moderation-act', 'public', 'online-only'),
  appeal: route('POST', '/api/appeal', 'public', 'online-only'),
  operatorAppeals: route('GET', '/api/operator/appeals', 'signed-in', 'read'),
  decideAppeal: route('POST', '/api/operator/appeals/:id', 'signed-in', 'online-only'),
} as const

export type ModerationRouteName = keyof typeof moderationRoutes
