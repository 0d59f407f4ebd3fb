import { X } from 'lucide-react'
import { useState } from 'react'
import { BOARD_PIECES_MAX, type Board } from '#schema/inspiration'
import { formatCents } from '#schema/money'
import { itemQuery } from '../../made-to-order/items/items-search'
import { readPurchases } from '../../made-to-order/orders/purchase-queries'
import { useThings } from '../../offerings/use-things'
import { wishQuery } from '../../rentals/listings/wish'
import { readBookings } from '../../rentals/offers/booking-queries'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useCatalogue } from '../../session/use-sync'
import { useFirstBookableDay, useToday } from '../../session/use-today'
import { QuantityField } from '../../ui/fields/quantity-field'
import { IconButton } from '../../ui/icon-button'
import { NavLink } from '../../ui/nav-link'
import { Photo } from '../../ui/photo'
import { StatusChip, type Tone } from '../../ui/status-chip'
import { errorNotice, useToast } from '../../ui/toasts'
import { type BoardPlan, type PlannedThing, type PlanSources, planBoard } from './board-plan'
import { missingWords, titleOf } from './board-words'
import { putThing } from './put-thing'

/** The listings and items of a board: what is free on its day, what all of it costs, and what is still missing. */
export function BoardThings({ board }: { board: Board }) {
  const starts = { today: useToday(), firstBookable: useFirstBookableDay() }
  const plan = useBoardPlan(board, starts)
  const { engine } = useAccount()
  const toast = useToast()
  if (!plan || plan.things.length === 0) return null
  async function put({ kind, id }: PlannedThing, pieces: number): Promise<boolean> {
    try {
      await putThing(engine, board.key, { kind, id, pieces })
      return true
    } catch {
      toast(errorNotice('Failed to change the board', 'Please try again.'))
      return false
    }
  }
  return (
    <section className="stack" aria-labelledby="board-things">
      <h3 id="board-things">Things for it</h3>
      <ul className="board-things plain-list divided surface">
        {plan.things.map((thing) => (
          <li key={`${thing.kind}/${thing.id}`}>
            <ThingRow thing={thing} board={board} {...starts} onPut={(pieces) => put(thing, pieces)} />
          </li>
        ))}
      </ul>
      <p>
        <strong>{`${formatCents(plan.totalCents)} in all`}</strong>
        {plan.missing.some(({ kind }) => kind === 'listing') && (
          <span className="muted">; a rental that is not booked yet counts for as few days as it can be had</span>
        )}
        {plan.missing.some(({ isUnknown }) => isUnknown) && (
          <span className="muted">; without things that are not on this device</span>
        )}
      </p>
      <p className="muted">{missingWords(plan)}</p>
    </section>
  )
}

/** The first days of orders and of offers that are made now. */
type Starts = Pick<PlanSources, 'today' | 'firstBookable'>

/** Undefined until this person's offers and orders, and what everybody offers, have been read. */
function useBoardPlan(board: Board, starts: Starts): BoardPlan | undefined {
  const { user, engine } = useAccount()
  const { ready } = useCatalogue()
  const userId = user?.id
  const things = useThings(board.things ?? [])
  const own = useLiveQuery(async () => {
    if (userId === undefined) return undefined
    const [bookings, purchases] = await Promise.all([
      readBookings(engine.db, userId, 'renter'),
      readPurchases(engine.db, userId, 'buyer'),
    ])
    return { bookings, purchases }
  }, [engine, userId])
  if (!own || !ready) return undefined
  return planBoard(board, {
    ...own,
    ...starts,
    ...things,
  })
}

interface ThingRowProps extends Starts {
  thing: PlannedThing
  board: Board
  /** Whether it was kept. */
  onPut: (pieces: number) => Promise<boolean>
}

function ThingRow({ thing, board: { eventDate }, today, firstBookable, onPut }: ThingRowProps) {
  const { listing, item, kind, id, pieces, cents, booked, standing } = thing
  const row = listing ?? item
  const title = titleOf(thing)
  const range = eventDate ? (thing.range ?? { startDate: eventDate, endDate: eventDate }) : null
  const to =
    kind === 'listing'
      ? `/listings/${id}${wishQuery({ range, pieces })}`
      : `/made-to-order/${id}${itemQuery({ readyBy: eventDate, pieces })}`
  const start = kind === 'listing' ? firstBookable : today
  const { tone, words } = standingOf(thing, eventDate !== null && eventDate >= start)
  return (
    <>
      <Photo src={row?.mainImage ?? null} alt="" category={row?.category ?? ''} ratio="square" sizes="5rem" />
      <div className="stack gap-0">
        <strong dir="auto">{row || thing.isUnknown ? <NavLink to={to}>{title}</NavLink> : title}</strong>
        {cents > 0 && (
          <span className="muted fine">{`${formatCents(cents)}${pieces > 1 ? ` for ${pieces} pieces` : ''}`}</span>
        )}
        {booked > 0 && standing !== 'booked' && (
          <span className="muted fine">{`${booked} of ${pieces} ${kind === 'listing' ? 'booked' : 'ordered'}`}</span>
        )}
        {words && (
          <span>
            <StatusChip tone={tone}>{words}</StatusChip>
          </span>
        )}
      </div>
      <PiecesField label={`Pieces of ${title}`} pieces={pieces} onPut={onPut} />
      <IconButton label={`Take ${title} off the board`} icon={<X />} onClick={() => onPut(0)} />
    </>
  )
}

interface PiecesFieldProps {
  label: string
  pieces: number
  onPut: ThingRowProps['onPut']
}

/** Shows what is typed at once: the board's row follows when the write is on the disk. */
function PiecesField({ label, pieces, onPut }: PiecesFieldProps) {
  const [typed, setTyped] = useState<number | null>(null)
  if (typed === pieces) setTyped(null)
  async function put(next: number) {
    setTyped(next)
    if (!(await onPut(next))) setTyped(null)
  }
  return <QuantityField label={label} value={typed ?? pieces} max={BOARD_PIECES_MAX} onChange={put} />
}

function standingOf({ standing, kind, left }: PlannedThing, hasDay: boolean): { tone: Tone; words: string | null } {
  switch (standing) {
    case 'booked':
      return { tone: 'success', words: kind === 'listing' ? 'Booked' : 'Ordered' }
    case 'offered':
      return { tone: 'waiting', words: 'Offer sent' }
    case 'few':
      return { tone: 'refused', words: `Only ${left} free on the day` }
    case 'taken':
      return { tone: 'refused', words: 'Taken on the day' }
    case 'late':
      return { tone: 'refused', words: 'Not ready by the day' }
    case 'gone':
      return { tone: 'neutral', words: 'Not offered any more' }
    case 'unknown':
      return { tone: 'neutral', words: 'Not on this device' }
    case 'open':
      if (!hasDay) return { tone: 'neutral', words: null }
      return { tone: 'info', words: kind === 'listing' ? 'Free on the day' : 'Ready by the day' }
  }
}
