import { NotHere, useIsComing, useOwnQuery } from '../session/not-here'
import { RequireUser } from '../session/require-user'
import { useReachable } from '../session/use-sync'
import { ButtonLink } from '../ui/button-link'
import { EmptyPage } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
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
  /** Instead of the form, where there is no such thing of this person's. */
  missing: { title: string; words: string; link: { to: string; label: string } }
}

/** One's own thing on offer, to be changed; without a connection too. */
export function ThingEditPage<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  props: ThingEditPageProps<Values, Checked, Shown>,
) {
  usePageTitle(`Edit your ${THING_KINDS[props.thing.kind].noun}`)
  return <RequireUser>{({ id }) => <OwnThing key={props.id} {...props} userId={id} />}</RequireUser>
}

function OwnThing<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  props: ThingEditPageProps<Values, Checked, Shown> & { userId: number },
) {
  const { thing, id, userId, missing } = props
  const own = useOwnQuery(userId, (db) => (id === null ? null : thing.readShown(db, id)), [thing, id])
  const isComing = useIsComing()
  const isKnown = id === null || (own?.complete === true && !isComing)
  const reachable = useReachable()
  const { noun } = THING_KINDS[thing.kind]
  const away = <ButtonLink to={missing.link.to}>{missing.link.label}</ButtonLink>
  if (own?.found) return <Editing thing={thing} shown={own.found} />
  if (own && !isKnown && !reachable) return <NotHere what={noun} isOffline action={away} />
  if (!isKnown) return <Spinner label={`Loading your ${noun}`} />
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
