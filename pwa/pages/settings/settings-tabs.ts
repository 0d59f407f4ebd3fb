import type { ComponentType } from 'react'
import { StorageTab } from './storage-tab'

interface SettingsTab {
  /** In the address, as `?tab=`. */
  id: string
  label: string
  Panel: ComponentType
}

/** The tabs of the settings in the order in which they stand; the first one is shown when none is asked for. */
export const SETTINGS_TABS: [SettingsTab, ...SettingsTab[]] = [
  { id: 'storage', label: 'Offline & storage', Panel: StorageTab },
]
