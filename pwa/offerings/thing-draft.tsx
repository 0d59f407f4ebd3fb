import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { DraftKind } from '#schema/draft'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { Spinner } from '../ui/spinner'
import { useToast } from '../ui/toasts'
import { DraftForm } from './draft-form'
import { tidyFormDrafts } from './form-drafts'
import type { ShownOwn } from './own-thing-writes'
import { readPublication } from './publications'
import type { ThingForm, ThingValues } from './thing-form'
import { THING_KINDS } from './thing-kinds'
import { useDraft } from './use-draft'

interface ThingDraftProps<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  draftKey: string
  /** The obstacle between the draft and its publication. */
  notice?: ReactNode
}

/** The draft under a key, as far as it has come: written on, waiting, refused, or a thing on offer by now. */
export function ThingDraft<Values extends ThingValues, Checked, Shown extends ShownOwn>({
  thing,
  draftKey,
  notice,
}: ThingDraftProps<Values, Checked, Shown>) {
  const { db } = useAccount().engine
  const { kind, shape } = thing
  const draft = useDraft(kind, shape, draftKey)
  const publication = useLiveQuery(() => readPublication(db, kind, draftKey), [db, kind, draftKey])
  if (publication && 'id' in publication) return <Published kind={kind} id={publication.id} />
  if (!draft.start || publication === undefined) return <Spinner label="Opening your draft" />
  const waiting = publication?.waiting ?? null
  return (
    <DraftForm thing={thing} draftKey={draftKey} draft={draft} start={draft.start} waiting={waiting} notice={notice} />
  )
}

/** The server has it: the draft has said everything, and its person goes to what it has become. */
function Published({ kind, id }: { kind: DraftKind; id: number }) {
  const { db } = useAccount().engine
  const navigate = useNavigate()
  const toast = useToast()
  const { published, page, noun } = THING_KINDS[kind]
  const leave = useEffectEvent(async () => {
    await tidyFormDrafts(db, kind)
    toast(published)
    await navigate({ href: page(id), replace: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the thing that it has become
  useEffect(() => {
    void leave()
  }, [id])
  return <Spinner label={`Opening your ${noun}`} />
}
