import { route } from '#schema/routes'

/** Calls about reports and decisions on them, which screens outside of the first page load make. */
export const moderationRoutes = {
  operatorReports: route('GET', '/api/operator/reports', 'signed-in', 'read'),
  decideReports: route('POST', '/api/operator/reports', 'signed-in', 'online-only'),
  readAct: route('POST', '/api/moderation-act', 'public', 'online-only'),
  appeal: route('POST', '/api/appeal', 'public', 'online-only'),
  operatorAppeals: route('GET', '/api/operator/appeals', 'signed-in', 'read'),
  decideAppeal: route('POST', '/api/operator/appeals/:id', 'signed-in', 'online-only'),
} as const

export type ModerationRouteName = keyof typeof moderationRoutes
