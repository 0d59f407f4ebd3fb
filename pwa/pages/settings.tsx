import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { CurrentUser } from '#schema/user'
import { RequireUser } from '../session/require-user'
import { SETTINGS_TABS } from '../settings/settings-tabs'
import { usePageTitle } from '../ui/page-title'
import { Tabs } from '../ui/tabs'
import '../styles/settings.css'

const route = getRouteApi('/settings')

/** A person's settings of their account and this device. */
export function Settings() {
  return <RequireUser>{(user) => <SettingsPage user={user} />}</RequireUser>
}

function SettingsPage({ user }: { user: CurrentUser }) {
  usePageTitle('Account Settings')
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const selected = SETTINGS_TABS.find(({ id }) => id === tab) ?? SETTINGS_TABS[0]
  return (
    <div className="page settings">
      <h1>Account Settings</h1>
      <Tabs
        label="Settings"
        tabs={SETTINGS_TABS.map(({ id, label }) => ({ id, label }))}
        selected={selected.id}
        onSelect={(id) => navigate({ to: '/settings', search: { tab: id }, replace: true, resetScroll: false })}
      >
        <selected.Panel user={user} />
      </Tabs>
    </div>
  )
}
