import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type Duty, hasDuty } from '#schema/operator'
import { useAccount } from '../session/account'
import { usePageTitle } from '../ui/page-title'
import { Tabs } from '../ui/tabs'
import { ActLog } from './act-log'
import { ClaimList } from './claim-list'
import { FindPanel } from './find-panel'
import { ModerationForms } from './moderation-forms'
import { RefundPanel } from './refund-panel'
import { ReportsPanel } from './report-queue'
import '../styles/damage.css'
import '../styles/offers.css'
import '../styles/operator.css'

const route = getRouteApi('/operator')

const TABS: [OperatorTab, ...OperatorTab[]] = [
  { id: 'find', label: 'Find', Panel: FindPanel },
  { id: 'claims', label: 'Claims', Panel: ClaimList },
  { id: 'reports', label: 'Reports', Panel: ReportsPanel },
  { id: 'refunds', label: 'Refunds', Panel: RefundPanel, duty: 'money' },
  { id: 'people', label: 'Moderation', Panel: ModerationForms, duty: 'moderate' },
  { id: 'log', label: 'Log', Panel: ActLog },
]

interface OperatorTab {
  id: string
  label: string
  Panel: ComponentType
  /** Operators without this duty do not see the tab. */
  duty?: Duty
}

/** The operators' decisions. All of them come from the server afresh and need a connection. */
export function OperatorPage() {
  usePageTitle('Operator')
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const { user } = useAccount()
  const tabs = TABS.filter(({ duty }) => !duty || (user && hasDuty(user, duty)))
  const selected = tabs.find(({ id }) => id === tab) ?? tabs.find(({ id }) => id === 'claims') ?? TABS[0]
  return (
    <div className="page">
      <div className="page__head">
        <h1>Operator</h1>
      </div>
      <Tabs
        label="Operator"
        tabs={tabs.map(({ id, label }) => ({ id, label }))}
        selected={selected.id}
        onSelect={(id) => navigate({ to: '/operator', search: { tab: id }, replace: true, resetScroll: false })}
      >
        <selected.Panel />
      </Tabs>
    </div>
  )
}
