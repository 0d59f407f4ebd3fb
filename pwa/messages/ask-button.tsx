import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { MessageCircle } from 'lucide-react'
import { lazy, Suspense, useRef } from 'react'
import { useAccount } from '../session/account'
import { usePersonBlocks } from '../session/person-blocks'
import type { AskedAbout } from '../sync/thread'
import { ButtonLink } from '../ui/button-link'
import { isolated } from '../ui/isolated'

interface AskButtonProps {
  asked: AskedAbout
  ownerId: number
  owner: string
  title: string
  /** It has left the market: what is being written stays. */
  isGone: boolean
}

const QuestionDialog = lazy(() =>
  import(/* piece: behind */ './question-dialog').then((module) => ({ default: module.QuestionDialog })),
)

/** Asks the owner of a listing or an item; a visitor signs in first and comes back to the question. Nothing for the owner. */
export function AskButton({ asked, ownerId, owner, title, isGone }: AskButtonProps) {
  const { user } = useAccount()
  const blocks = usePersonBlocks()
  const { messages } = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const openedHere = useRef(false)
  const isBlocked = blocks.has(ownerId)
  if (user === undefined || user?.id === ownerId || ((isBlocked || isGone) && !messages)) return null
  const words = (
    <>
      <MessageCircle />
      {`Ask ${isolated(owner)}`}
    </>
  )
  const here = `${asked.about === 'listing' ? '/listings' : '/made-to-order'}/${asked.id}?messages=1`
  if (user === null)
    return (
      <div>
        <ButtonLink to={`/auth?next=${encodeURIComponent(here)}`} look="secondary" className="breaks">
          {words}
        </ButtonLink>
      </div>
    )
  const show = (isOpen: boolean) =>
    navigate({
      to: '.',
      search: ({ messages: _closed, ...search }) => (isOpen ? { ...search, messages: 1 } : search),
      replace: !isOpen,
      resetScroll: false,
    })
  const close = () => {
    if (openedHere.current) router.history.back()
    else void show(false)
    openedHere.current = false
  }
  return (
    <div>
      <button
        type="button"
        className="is-secondary breaks"
        onClick={() => {
          openedHere.current = true
          void show(true)
        }}
      >
        {words}
      </button>
      {messages && (
        <Suspense>
          <QuestionDialog
            thread={asked}
            userId={user.id}
            subject={{ other: owner, title }}
            isBlocked={isBlocked}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}
