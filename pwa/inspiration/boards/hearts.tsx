import { Heart as HeartIcon } from 'lucide-react'
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import type { Board, PostLink } from '#schema/inspiration'
import { useAccount } from '../../session/account'
import { useSignInFirst } from '../../session/use-sign-in-first'
import { IconButton } from '../../ui/icon-button'
import { LazyBoardPicker } from './board-picker-part'
import { putThing } from './put-thing'
import { useBoards } from './use-boards'

interface HeartProps extends PostLink {
  title: string
}

interface HeartsValue {
  /** `listing/7` of everything that is on a board. */
  kept: ReadonlySet<string>
  press: (thing: HeartProps) => void
}

const HeartsContext = createContext<HeartsValue | null>(null)
const NO_BOARDS: readonly Board[] = []
const isIt =
  ({ kind, id }: PostLink) =>
  (thing: PostLink) =>
    thing.kind === kind && thing.id === id

interface HeartsProps {
  /** How many the person looks for. */
  pieces?: number
  children: ReactNode
}

/** Lets the hearts below put listings and items on boards: the boards are read once for all of them. */
export function Hearts({ pieces = 1, children }: HeartsProps) {
  const { user, engine } = useAccount()
  const boards = useBoards() ?? NO_BOARDS
  const [chosen, setChosen] = useState<HeartProps | null>(null)
  const signInFirst = useSignInFirst()
  const value = useMemo(() => {
    const kept = new Set(boards.flatMap(({ things = [] }) => things.map(({ kind, id }) => `${kind}/${id}`)))
    const press = (thing: HeartProps) => {
      if (user) setChosen(thing)
      else signInFirst('Please sign in to save things')
    }
    return { kept, press }
  }, [boards, user, signInFirst])
  return (
    <HeartsContext value={value}>
      {children}
      {chosen && user && (
        <LazyBoardPicker
          userId={user.id}
          title={chosen.title}
          isOn={({ things = [] }) => things.some(isIt(chosen))}
          put={(key, on) => putThing(engine, key, { ...chosen, pieces: on ? pieces : 0 })}
          onClose={() => setChosen(null)}
        />
      )}
    </HeartsContext>
  )
}

/** On a listing or an item: whether it is on a board, and the way to put it on one. */
export function Heart({ kind, id, title }: HeartProps) {
  const hearts = use(HeartsContext)
  if (!hearts) throw new Error('A heart stands outside of Hearts')
  return (
    <IconButton
      floating
      label={`Save ${title}`}
      icon={<HeartIcon />}
      pressed={hearts.kept.has(`${kind}/${id}`)}
      onClick={() => hearts.press({ kind, id, title })}
    />
  )
}

/** The heart of a page that shows one listing or item, in the corner of its photos; none once it has left the market. */
export function CornerHeart({ pieces = 1, isGone, ...thing }: HeartProps & { pieces?: number; isGone: boolean }) {
  return (
    <Hearts pieces={pieces}>
      {!isGone && (
        <div className="card__corner">
          <Heart {...thing} />
        </div>
      )}
    </Hearts>
  )
}
