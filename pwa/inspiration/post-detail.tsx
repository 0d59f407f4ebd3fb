import { format } from 'date-fns'
import { ArrowLeft, Bookmark, Heart, Share2 } from 'lucide-react'
import { canEditPost } from '#schema/inspiration'
import { ReportButton } from '../moderation/report-button'
import { GoneNote } from '../offerings/gone-note'
import { WaitingChip } from '../outbox/waiting-chip'
import { NOT_READ_YET, usePhotoAddress } from '../photos/use-photo-addresses'
import { usePhotoViewer } from '../photos/use-photo-viewer'
import { useAccount } from '../session/account'
import { useCatalogue } from '../session/use-sync'
import { Avatar } from '../ui/avatar'
import { avatarAddress } from '../ui/avatar-address'
import { IconButton } from '../ui/icon-button'
import { NavLink } from '../ui/nav-link'
import { Photo } from '../ui/photo'
import { shareLink } from '../ui/share-link'
import { useToast } from '../ui/toasts'
import { OwnPostButtons } from './own-post-buttons'
import type { ShownPost } from './post-overlay'
import { RentWhatYouSee } from './rent-what-you-see'
import { shareNotice } from './sharing/share-words'
import { tagSearch } from './tag-search'
import { useMarks } from './use-marks'
import type { OpenPost } from './use-post'
import '../styles/inspiration.css'

export function PostDetail({ post, isGone }: OpenPost) {
  const { userId, username, title, description, imageUrl, alt, shape, blobId, waiting, tags, links } = post
  const { user } = useAccount()
  const { catalogue } = useCatalogue()
  const edited = usePhotoAddress(blobId ? { blobId } : null)
  const photo = blobId ? (edited ?? NOT_READ_YET) : imageUrl
  const shown = { src: photo, alt: alt || title }
  const { open, viewer } = usePhotoViewer(title, [shown])
  return (
    <article className="page post">
      <NavLink className="tap-line" to="/inspiration">
        <ArrowLeft />
        Back to inspiration
      </NavLink>
      {isGone && <GoneNote what="post" />}
      <div className="split grid gap-5">
        <div className="post__photo">
          <button type="button" className="photo-press" aria-haspopup="dialog" onClick={() => open(0)}>
            <Photo
              {...shown}
              placeholder={shape?.tint}
              sizes="(min-width: 72em) 42rem, (min-width: 56em) 58vw, 100vw"
              priority
            />
          </button>
          {viewer}
        </div>
        <div className="stack">
          <h1 dir="auto">{title}</h1>
          {waiting && (
            <div>
              <WaitingChip state={waiting} />
            </div>
          )}
          <p className="post__author line gap-3">
            <Avatar name={username} src={avatarAddress(userId, catalogue.get('person', userId))} />
            <span>
              <NavLink to={`/users/${userId}/inspiration`} dir="auto">
                {username}
              </NavLink>
              <time className="muted fine" dateTime={post.createdAt}>
                {format(new Date(post.createdAt), 'PPP')}
              </time>
            </span>
          </p>
          {description && (
            <p className="long-text reading" dir="auto">
              {description}
            </p>
          )}
          {tags.length > 0 && (
            <ul className="post__tags wrap gap-2 plain-list" aria-label="Tags">
              {tags.map((tag) => (
                <li key={tag}>
                  <NavLink className="chip" dir="auto" to={tagSearch(tag)}>
                    {tag}
                  </NavLink>
                </li>
              ))}
            </ul>
          )}
          {!isGone && <PostButtons post={post} />}
          {user && canEditPost(user, post) && <OwnPostButtons post={post} />}
          <ReportButton kind="post" id={post.id} ownerId={userId} title={title} photos={[imageUrl]} />
        </div>
      </div>
      {links.length > 0 && <RentWhatYouSee links={links} />}
    </article>
  )
}

function PostButtons({ post: { id, title, stat } }: { post: ShownPost }) {
  const { shown, toggle } = useMarks()
  const toast = useToast()
  const { liked, saved, likeCount, saveCount } = shown(id, stat)
  async function share() {
    const notice = shareNotice(await shareLink({ title, url: `${location.origin}/inspiration/${id}` }))
    if (notice) toast(notice)
  }
  return (
    <div className="post__buttons row">
      <IconButton
        label={`Like, ${likeCount}`}
        icon={<Heart />}
        pressed={liked}
        count={likeCount}
        onClick={() => toggle('like', id)}
      />
      <IconButton
        label={`Save, ${saveCount}`}
        icon={<Bookmark />}
        pressed={saved}
        count={saveCount}
        onClick={() => toggle('save', id)}
      />
      <button type="button" className="is-secondary" onClick={share}>
        <Share2 />
        Share
      </button>
    </div>
  )
}
