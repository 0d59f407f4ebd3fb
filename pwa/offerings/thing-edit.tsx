import { isOwnScopeHere } from '../disk/own-scope'
import { useAccount } from '../session/account'
import { NotHere } from '../session/not-here'
import { useLiveQuery } from '../session/use-live-query'
import { useReachable } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { Spinner } from '../ui/spinner'
import { EditForm } from './edit-form'
import type { ShownOwn } from './own-thing-writes'
import type { ThingForm, ThingValues } from './thing-form'
import { THING_KINDS } from './thing-kinds'
import { useEdit } from './use-edit'
import '../styles/create.css'

interface ThingEditPageProps<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  /** Null when the address names none. */
  id: number | null
  userId: number
  /** Instead of the form, where there is no such thing of this person's. */
  missing: { title: string; words: string; link: { to: string; label: string } }
}

/** One's own thing on offer, to be changed; without a connection too. */
export function ThingEditPage<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  props: ThingEditPageProps<Values, Checked, Shown>,
) {
  const { thing, id, userId, missing } = props
  const { db } = useAccount().engine
  const found = useLiveQuery(async () => {
    const shown = id === null ? null : await thing.readShown(db, id)
    return { shown, isKnown: id === null || (await isOwnScopeHere(db, userId)) }
  }, [db, thing, id, userId])
  const reachable = useReachable()
  const { noun } = THING_KINDS[thing.kind]
  const away = <ButtonLink to={missing.link.to}>{missing.link.label}</ButtonLink>
  if (found?.shown) return <Editing thing={thing} shown={found.shown} />
  if (found && !found.isKnown && !reachable) return <NotHere what={noun} isOffline action={away} />
  if (!found?.isKnown) return <Spinner label={`Loading your ${noun}`} />
  return (
    <EmptyPage drawing="not-found" title={missing.title} action={away}>
      {missing.words}
    </EmptyPage>
  )
}

interface EditingProps<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  shown: Shown
}

function Editing<Values extends ThingValues, Checked, Shown extends ShownOwn>({
  thing,
  shown,
}: EditingProps<Values, Checked, Shown>) {
  const edit = useEdit(thing, shown)
  return (
    <div className="page page--reading">
      <h1>{`Edit your ${THING_KINDS[thing.kind].noun}`}</h1>
      {edit.start ? (
        <EditForm key={edit.round} thing={thing} shown={shown} edit={edit} start={edit.start} />
      ) : (
        <Spinner label="Opening the form" />
      )}
    </div>
  )
}
