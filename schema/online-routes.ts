import { route } from '#schema/routes'

/** Calls of the pieces of the app that no device keeps. */
export const onlineRoutes = {
  sealKeysByPassword: route('POST', '/api/seal-keys', 'public', 'online-only'),
  cancelPreview: route('GET', '/api/bookings/:id/cancel-preview', 'signed-in', 'read'),
  addEstimate: route('POST', '/api/damage-reports/:id/estimate', 'signed-in', 'online-only'),
  userPosts: route('GET', '/api/users/:id/inspiration', 'public', 'read'),
  calendarFeed: route('GET', '/api/user/calendar', 'signed-in', 'read'),
  makeCalendarFeed: route('POST', '/api/user/calendar', 'signed-in', 'online-only'),
  dropCalendarFeed: route('DELETE', '/api/user/calendar', 'signed-in', 'online-only'),
  chooseWay: route('POST', '/api/user/push/kinds', 'signed-in', 'online-only'),
} as const

export type OnlineRouteName = keyof typeof onlineRoutes
