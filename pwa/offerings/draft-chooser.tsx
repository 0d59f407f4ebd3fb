import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { DraftKind } from '#schema/draft'
import { NavLink } from '../ui/nav-link'
import { Spinner } from '../ui/spinner'
import { DraftList } from './draft-list'
import type { FormDraft } from './form-drafts'
import { THING_KINDS } from './thing-kinds'

interface DraftsProps {
  kind: DraftKind
  drafts: FormDraft[]
}

/** The existing drafts, or a fresh one, where no draft is named. */
export function DraftChooser({ kind, drafts }: DraftsProps) {
  return drafts.length > 0 ? <Chooser kind={kind} drafts={drafts} /> : <NewDraft kind={kind} />
}

function Chooser({ kind, drafts }: DraftsProps) {
  const navigate = useNavigate()
  const { create } = THING_KINDS[kind]
  return (
    <>
      <DraftList kind={kind} drafts={drafts} />
      <div>
        <button type="button" onClick={() => navigate({ to: create, search: { draft: crypto.randomUUID() } })}>
          Start a new one
        </button>
      </div>
    </>
  )
}

/** A fresh draft gets its key into the address at once, so that a reload goes on with it. */
function NewDraft({ kind }: { kind: DraftKind }) {
  const navigate = useNavigate()
  const { create } = THING_KINDS[kind]
  useEffect(() => {
    void navigate({ to: create, search: { draft: crypto.randomUUID() }, replace: true })
  }, [navigate, create])
  return <Spinner label="Opening the form" />
}

/** Over a draft's form: that there are others. */
export function OtherDrafts({ kind, drafts, draftKey }: DraftsProps & { draftKey: string }) {
  const count = drafts.filter(({ key }) => key !== draftKey).length
  if (count === 0) return null
  return (
    <p>
      <NavLink to={THING_KINDS[kind].create}>
        {count === 1 ? 'You have another draft' : `You have ${count} other drafts`}
      </NavLink>
    </p>
  )
}
