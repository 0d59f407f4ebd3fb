import { useMemo, useState } from 'react'
import { NewReport, REPORT_REASONS, type ReportSubject } from '#schema/report'
import { NO_ROOM_TYPED } from '../drafts/no-room'
import { useKeptForm } from '../drafts/use-kept-form'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import { SelectField } from '../ui/fields/select-field'
import { TextAreaField } from '../ui/fields/text-area-field'
import { Photo } from '../ui/photo'
import { PressDialog } from '../ui/press-dialog'
import { errorNotice, useToast } from '../ui/toasts'
import { EMPTY_REPORT, findWaitingReport, putReport, TypedReport, typedReport } from './put-report'
import { KIND_NAMES, REASON_NAMES } from './report-words'

export interface ReportThisDialogProps {
  subject: ReportSubject
  /** Names the thing in the outbox. */
  title: string
  /** The photos of the thing, each of which can be reported by itself. */
  photos: string[]
  onClose: () => void
}

const REASONS = REPORT_REASONS.map((value) => ({ value, label: REASON_NAMES[value] }))

/** Reports a thing or one of its photos to the operators; closing keeps what is typed. */
export function ReportThisDialog({ subject, title, photos, onClose }: ReportThisDialogProps) {
  const { kind, id } = subject
  const { engine, user } = useAccount()
  const { db } = engine
  const reachable = useReachable()
  const toast = useToast()
  const keeper = useMemo(() => typedReport({ kind, id }).autosave(db), [db, kind, id])
  const load = async () => (await keeper.open()) ?? (await findWaitingReport(db, subject)) ?? EMPTY_REPORT
  const form = useKeptForm(keeper, EMPTY_REPORT, load)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { draft } = form

  async function send({ photo, over, ...report }: TypedReport) {
    const parsed = NewReport.safeParse({ kind, id, ...report, ...(photo && { photo }) })
    if (!parsed.success)
      return setProblems(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
    const from = `${location.pathname}${location.search}`
    try {
      await keeper.handOver(() => putReport(engine, { ...parsed.data, title, from }, over))
    } catch {
      return toast(errorNotice('The report could not be saved', NO_ROOM_TYPED))
    }
    onClose()
    toast({
      title: 'Thank you for your report',
      description: user?.unverified
        ? 'It goes out automatically once your email address is confirmed.'
        : reachable
          ? 'An operator will look at it.'
          : 'It goes out automatically once there is a connection.',
    })
  }

  if (!draft) return null
  const change = (part: Partial<TypedReport>) => {
    setProblems({})
    form.change(part)
  }
  return (
    <PressDialog
      title={`Report ${KIND_NAMES[kind]}`}
      onClose={onClose}
      lightDismiss={false}
      press="Send report"
      onPress={() => send(draft)}
      back="Close"
    >
      <div className="stack">
        <p className="muted">An operator reads it. Nobody else learns that it comes from you.</p>
        <SelectField
          label="What is wrong"
          placeholder="Please choose"
          options={REASONS}
          value={draft.reason}
          error={problems.reason}
          onChange={({ target }) => change({ reason: TypedReport.shape.reason.parse(target.value) })}
        />
        {(photos.length > 0 || draft.photo) && (
          <WhichPhoto photos={photos} value={draft.photo} onChange={(photo) => change({ photo })} />
        )}
        <TextAreaField
          label="In your words"
          optional
          value={draft.words}
          error={problems.words}
          onChange={({ target }) => change({ words: target.value })}
        />
      </div>
    </PressDialog>
  )
}

/** All of the thing, or one photo of it, which may have been taken away since. */
function WhichPhoto({
  photos,
  value,
  onChange,
}: {
  photos: string[]
  value: string
  onChange: (photo: string) => void
}) {
  const numbered = photos.map((photo, index) => ({ value: photo, label: `Photo ${index + 1} alone` }))
  const isOne = photos.includes(value)
  const gone = value && !isOne ? [{ value, label: 'A photo that was taken away' }] : []
  return (
    <>
      <SelectField
        label="What it is about"
        options={[{ value: '', label: 'All of it' }, ...numbered, ...gone]}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {isOne && (
        <div className="report__photo">
          <Photo src={value} alt={`Photo ${photos.indexOf(value) + 1}`} ratio="square" sizes="8rem" />
        </div>
      )}
    </>
  )
}
