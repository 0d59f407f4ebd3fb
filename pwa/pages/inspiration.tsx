import { getRouteApi, Navigate } from '@tanstack/react-router'
import { ImagePlus } from 'lucide-react'
import { AllPosts } from '../inspiration/all-posts'
import { MarkedPosts } from '../inspiration/marked-posts'
import { SavedPosts } from '../inspiration/saved-posts'
import { ShareDialog } from '../inspiration/sharing/share-dialog'
import { useSharedPhoto } from '../inspiration/sharing/use-shared-photo'
import { useAccount } from '../session/account'
import { usePageTitle } from '../ui/page-title'
import { Tabs } from '../ui/tabs'
import '../styles/fitted-tabs.css'
import '../styles/inspiration.css'

const route = getRouteApi('/inspiration')
type Feed = 'all' | 'liked' | 'saved'

/** The feed of shared photo posts, and one's own likes and saves of it. */
export function Inspiration() {
  usePageTitle('Party Inspiration')
  const { user } = useAccount()
  const { tab = 'all', share, shared } = route.useSearch()
  const navigate = route.useNavigate()
  const tabs: { id: Feed; label: string; disabled?: boolean }[] = [
    { id: 'all', label: 'All Inspiration' },
    { id: 'liked', label: 'Liked', disabled: !user },
    { id: 'saved', label: 'Saved', disabled: !user },
  ]
  const select = (id: string) => {
    const feed = tabs.find((one) => one.id === id)?.id ?? 'all'
    navigate({ search: (search) => ({ ...search, tab: feed, board: undefined }), replace: true, resetScroll: false })
  }
  const openShare = () => navigate({ search: (search) => ({ ...search, share: 1 }), resetScroll: false })
  const closeShare = () =>
    navigate({
      search: (search) => ({ ...search, share: undefined }),
      replace: true,
      resetScroll: false,
    })
  useSharedPhoto(shared, () =>
    navigate({ search: (search) => ({ ...search, shared: undefined }), replace: true, resetScroll: false }),
  )
  if (share && user === null)
    return (
      <Navigate
        to="/auth"
        search={{ next: `/inspiration?share=1${shared ? `&shared=${encodeURIComponent(shared)}` : ''}` }}
        replace
      />
    )
  return (
    <div className="page fitted-tabs">
      <div className="page__head">
        <h1>Party Inspiration</h1>
        {user && (
          <button type="button" onClick={openShare}>
            <ImagePlus />
            Share Inspiration
          </button>
        )}
      </div>
      <Tabs label="Which posts" tabs={tabs} selected={tab} onSelect={select}>
        {tab === 'all' && <AllPosts onShare={openShare} />}
        {tab === 'liked' && <MarkedPosts key="like" kind="like" />}
        {tab === 'saved' && <SavedPosts />}
      </Tabs>
      {user && (
        <ShareDialog
          isInAddress
          open={share === 1}
          title="Share Your Party Inspiration"
          isPreparing={shared !== undefined}
          onOpen={openShare}
          onClose={closeShare}
        />
      )}
    </div>
  )
}
