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
  seeThread: route('POST', '/api/user/seen', 'signed-in', 'online-only'),
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
