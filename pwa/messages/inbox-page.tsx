import { lazy, Suspense, useState } from 'react'
import { NotYetHere, useOwnQuery } from '../session/not-here'
import { ButtonLink } from '../ui/button-link'
import { CountBadge } from '../ui/count-badge'
import { EmptyState } from '../ui/empty-state'
import { SearchField } from '../ui/fields/search-field'
import { NavLink } from '../ui/nav-link'
import { usePageTitle } from '../ui/page-title'
import { Spinner } from '../ui/spinner'
import { readInbox, searchInbox } from './inbox-queries'
import { threadTime } from './message-times'
import { useThread } from './use-thread'
import '../styles/inbox.css'

const QuestionDialog = lazy(() =>
  import(/* piece: behind */ './question-dialog').then((module) => ({ default: module.QuestionDialog })),
)

/** So many threads are shown at first, and as many more at each press. */
const PAGE = 30

/** Every thread of this person's, from this device, with or without a connection. */
export function InboxPage({ userId }: { userId: number }) {
  usePageTitle('Inbox')
  const [search, setSearch] = useState('')
  const [pages, setPages] = useState(1)
  const inbox = useOwnQuery(userId, (db) => readInbox(db, userId))
  const isHere = inbox !== undefined && (inbox.complete || inbox.found.length > 0)
  const found = inbox ? searchInbox(inbox.found, search) : []
  const left = found.length - pages * PAGE
  const question = useThread('/inbox')
  const now = new Date()
  return (
    <div className="page stack">
      <h1>Inbox</h1>
      {!isHere && (
        <NotYetHere what="Your messages" isRead={inbox !== undefined}>
          <Spinner label="Loading your messages" />
        </NotYetHere>
      )}
      {isHere && inbox.found.length === 0 && (
        <EmptyState
          drawing="messages"
          title="No messages yet"
          action={<ButtonLink to="/listings">Browse Rentals</ButtonLink>}
        >
          What you and others write about offers, orders and questions is here.
        </EmptyState>
      )}
      {isHere && inbox.found.length > 0 && (
        <>
          <SearchField
            label="Search messages"
            placeholder="A name, a title, a word"
            value={search}
            onChange={setSearch}
          />
          <p className="visually-hidden" role="status">
            {search.trim() && `${found.length} ${found.length === 1 ? 'conversation' : 'conversations'}`}
          </p>
          {found.length === 0 && <p className="muted">No conversation on this device has these words.</p>}
          <ul className="inbox plain-list divided surface">
            {found.slice(0, pages * PAGE).map(({ thread, shown }) => (
              <li key={thread.key}>
                <NavLink
                  className="inbox__thread min-0 grid gap-1"
                  to={thread.to}
                  resetScroll={!thread.to.startsWith('/inbox')}
                  data-unread={thread.unread > 0}
                >
                  <span className="inbox__head row row--between">
                    <strong className="min-0 truncate">{thread.other}</strong>
                    <time className="muted fine" dateTime={shown.at}>
                      {threadTime(shown.at, now)}
                    </time>
                  </span>
                  <span className="fine muted inbox__line min-0 truncate" dir="auto">
                    {thread.title}
                  </span>
                  <span className="inbox__last row row--between">
                    <span className="inbox__line min-0 truncate" dir="auto">
                      {shown.isMine && 'You: '}
                      {shown.content}
                    </span>
                    {shown.note && <span className="fine inbox__waiting">{shown.note}</span>}
                    <CountBadge count={thread.unread} what={thread.unread === 1 ? 'new message' : 'new messages'} />
                  </span>
                </NavLink>
              </li>
            ))}
          </ul>
          {left > 0 && (
            <button type="button" className="is-secondary" onClick={() => setPages(pages + 1)}>
              {`Show ${Math.min(PAGE, left)} more of ${left}`}
            </button>
          )}
        </>
      )}
      {question.id !== null && (
        <Suspense>
          <QuestionDialog thread={{ about: 'question', id: question.id }} userId={userId} onClose={question.close} />
        </Suspense>
      )}
    </div>
  )
}
