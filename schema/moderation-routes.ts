import { route } from '#schema/routes'

/** Calls about reports and decisions on them, which screens outside of the first page load make. */
export const moderationRoutes = {
  operatorReports: route('GET', '/api/operator/reports', 'signed-in', 'read'),
  decideReports: route('POST', '/api/operator/reports', 'signed-in', 'online-only'),
} as const

export type ModerationRouteName = keyof typeof moderationRoutes
