import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { usePageTitle } from '../ui/page-title'
import { Tabs } from '../ui/tabs'
import { ActLog } from './act-log'
import { ClaimList } from './claim-list'
import { ModerationForms } from './moderation-forms'
import { RefundPanel } from './refund-panel'
import { ReportsPanel } from './report-queue'
import '../styles/damage.css'
import '../styles/offers.css'
import '../styles/operator.css'

const route = getRouteApi('/operator')

const TABS: [OperatorTab, ...OperatorTab[]] = [
  { id: 'claims', label: 'Claims', Panel: ClaimList },
  { id: 'reports', label: 'Reports', Panel: ReportsPanel },
  { id: 'refunds', label: 'Refunds', Panel: RefundPanel },
  { id: 'people', label: 'Moderation', Panel: ModerationForms },
  { id: 'log', label: 'Log', Panel: ActLog },
]

interface OperatorTab {
  id: string
  label: string
  Panel: ComponentType
}

/** What operators decide. All of it is asked from the server afresh and needs a connection. */
export function OperatorPage() {
  usePageTitle('Operator')
  const { tab } = route.useSearch()
  const navigate = useNavigate()
  const selected = TABS.find(({ id }) => id === tab) ?? TABS[0]
  return (
    <div className="page">
      <div className="page__head">
        <h1>Operator</h1>
      </div>
      <Tabs
        label="Operator"
        tabs={TABS.map(({ id, label }) => ({ id, label }))}
        selected={selected.id}
        onSelect={(id) => navigate({ to: '/operator', search: { tab: id }, replace: true, resetScroll: false })}
      >
        <selected.Panel />
      </Tabs>
    </div>
  )
}
