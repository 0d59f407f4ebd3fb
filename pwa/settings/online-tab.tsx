import type { CurrentUser } from '#schema/user'
import { onlinePart } from '../session/online-part'

export const AccountTab = onlinePart<{ user: CurrentUser }>('Your account as a whole', () =>
  import(/* piece: online */ './account-sections').then((module) => ({ default: module.AccountSections })),
)

export const SecurityTab = onlinePart<{ user: CurrentUser }>('The security of your account', () =>
  import(/* piece: online */ './security-sections').then((module) => ({ default: module.SecuritySections })),
)

/** All of it is between this device, the server and the browser's push service. */
export const NotificationsTab = onlinePart<{ user: CurrentUser }>('Your notifications', () =>
  import(/* piece: online */ '../notifications/notification-sections').then((module) => ({
    default: module.NotificationSections,
  })),
)
