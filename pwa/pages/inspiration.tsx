import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useAccount } from '../auth/account'
import { usePageTitle } from '../components/page-title'
import { Tabs } from '../components/tabs'
import { AllPosts } from './inspiration/all-posts'
import { MarkedPosts } from './inspiration/marked-posts'
import '../styles/fitted-tabs.css'
import '../styles/inspiration.css'

const route = getRouteApi('/inspiration')
type Feed = 'all' | 'liked' | 'saved'

/** The feed of shared photo posts, and one's own likes and saves of it. */
export function Inspiration() {
  usePageTitle('Party Inspiration')
  const { user } = useAccount()
  const { tab = 'all' } = route.useSearch()
  const navigate = useNavigate()
  const tabs: { id: Feed; label: string; disabled?: boolean }[] = [
    { id: 'all', label: 'All Inspiration' },
    { id: 'liked', label: 'Liked', disabled: !user },
    { id: 'saved', label: 'Saved', disabled: !user },
  ]
  const select = (id: string) => {
    const feed = tabs.find((one) => one.id === id)?.id ?? 'all'
    navigate({ to: '/inspiration', search: (search) => ({ ...search, tab: feed }), replace: true, resetScroll: false })
  }
  return (
    <div className="page fitted-tabs">
      <div className="page__head">
        <h1>Party Inspiration</h1>
      </div>
      <Tabs label="Which posts" tabs={tabs} selected={tab} onSelect={select}>
        {tab === 'all' && <AllPosts />}
        {tab === 'liked' && <MarkedPosts key="like" kind="like" />}
        {tab === 'saved' && <MarkedPosts key="save" kind="save" />}
      </Tabs>
    </div>
  )
}
