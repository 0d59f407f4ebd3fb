import type { ComponentType } from 'react'
import type { CurrentUser } from '#schema/user'
import { CardsTab } from '../money/cards-tab'
import { EarningsTab } from '../money/earnings-tab'
import { PayoutTab } from '../money/payout-tab'
import { AvailabilityTab } from '../rentals/calendar/availability-tab'
import { AddressTab } from './address-tab'
import { AccountTab, NotificationsTab, SecurityTab } from './online-tab'
import { StorageTab } from './storage-tab'

interface SettingsTab {
  /** In the address, as `?tab=`. */
  id: string
  label: string
  Panel: ComponentType<{ user: CurrentUser }>
}

/** The tabs of the settings in the order in which they stand; the first one is shown when none is asked for. */
export const SETTINGS_TABS: [SettingsTab, ...SettingsTab[]] = [
  { id: 'payment', label: 'Payment Methods', Panel: CardsTab },
  { id: 'payouts', label: 'Payout Settings', Panel: PayoutTab },
  { id: 'address', label: 'Address', Panel: AddressTab },
  { id: 'availability', label: 'Availability', Panel: AvailabilityTab },
  { id: 'earnings', label: 'Transactions & Earnings', Panel: EarningsTab },
  { id: 'notifications', label: 'Notifications', Panel: NotificationsTab },
  { id: 'security', label: 'Security', Panel: SecurityTab },
  { id: 'account', label: 'Account', Panel: AccountTab },
  { id: 'storage', label: 'Offline & storage', Panel: StorageTab },
]
