import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type DefaultValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import { editDraftId } from '../drafts/end-draft'
import { NO_ROOM_TYPED } from '../drafts/no-room'
import { clashOf, seeNow } from '../drafts/seen-words'
import type { DraftState } from '../drafts/use-device-draft'
import { useHold } from '../drafts/use-hold'
import { useTyped } from '../drafts/use-typed'
import { dropPicked } from '../photos/drop-picked'
import { useAccount } from '../session/account'
import { useReachable } from '../session/use-sync'
import { ConfirmButton } from '../ui/confirm-button'
import { FieldError } from '../ui/fields/field'
import { showFieldErrors } from '../ui/fields/field-errors'
import { SubmitButton } from '../ui/fields/submit-button'
import { errorNotice, useToast } from '../ui/toasts'
import { CHOOSE_FIRST, ConflictPanel, fieldLabel } from './conflict-panel'
import { DRAFT_WORDS } from './draft-words'
import { EarlierVersions } from './earlier-versions'
import type { ShownOwn } from './own-thing-writes'
import { Refusal, useChangedSince } from './refusal'
import { refusedWords } from './refused-words'
import { fieldsOf, fieldValue, refusedFields, type ThingField, type ThingForm, type ThingValues } from './thing-form'
import { THING_KINDS } from './thing-kinds'
import { useEarlierWords } from './use-earlier-words'
import type { ThingEdit } from './use-edit'
import { useThingPhotos } from './use-thing-photos'

const EDIT_WORDS: Record<DraftState, string> = {
  ...DRAFT_WORDS,
  keeping: 'Keeping your changes...',
  kept: 'Your changes are kept on this device until you save them.',
}

interface EditFormProps<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  shown: Shown
  edit: ThingEdit<Values, Checked>
  start: Values
}

/** The form of a thing that exists. What is typed is kept here until it is saved. */
export function EditForm<Values extends ThingValues, Checked, Shown extends ShownOwn>({
  thing,
  shown,
  edit,
  start,
}: EditFormProps<Values, Checked, Shown>) {
  const { engine } = useAccount()
  const toast = useToast()
  const [isSaving, setSaving] = useState(false)
  useHold(engine.db, editDraftId(thing.kind, thing.idOf(shown)), isSaving)
  const isSent = useRef(false)
  const { Fields } = thing
  const form = useForm<Values, unknown, Checked>({
    defaultValues: start as DefaultValues<Values>,
    resolver: thing.resolver,
  })
  const subject = `${thing.kind}:${thing.idOf(shown)}`
  const photos = useThingPhotos(form, thing.maxPhotos, {
    name: subject,
    draftId: editDraftId(thing.kind, thing.idOf(shown)),
    keep: (all, picked) => edit.keep({ ...form.getValues(), photos: all }, picked),
  })
  const shownRefusal = (of: ShownOwn | null) =>
    of?.refusedChange && edit.shows(of.refusedChange.opId) ? of.refusedChange : undefined
  const refused = shownRefusal(shown)
  const named = fieldsOf(thing.shape).filter((field) => refused && refusedFields(refused.error)[field])
  const isSettled = useChangedSince(form, refused?.opId ?? null, named)
  const isRefused = refused && !isSaving && !isSettled && refused.error.code !== 'edit_conflict'
  const wasPressed = useRef(false)
  const { keep } = edit
  const earlier = useEarlierWords(subject, edit)
  const clash = clashOf(refused?.error, edit.seen)
  const theirs = clash && thing.valuesOf(thing.withWords(shown, clash.theirs))
  const clashing = clash ? fieldsOf(thing.shape).filter((field) => clash.names.includes(field)) : []
  const startOver = async () => {
    await dropPicked(engine.db, subject)
    await edit.reset()
  }
  /** Takes what stands at the server, or stays with what was typed here; either way both were shown. */
  const settle = (name: string, values?: Values) => {
    const field = clashing.find((one) => one === name)
    if (!clash || !theirs || !field) return
    edit.see(seeNow(edit.seen, clash, field))
    earlier.putAside({ field, value: values ? form.getValues()[field] : theirs[field], isMine: values !== undefined })
    if (values) setField(field, values[field])
    keep(form.getValues()).catch(() => undefined)
  }
  const setField = <Field extends ThingField<Values>>(field: Field, value: Values[Field]) =>
    form.setValue(field as unknown as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })

  useTyped(form, (values) => {
    if (!isSent.current) keep(values).catch(() => undefined)
  })
  useOutcome({ thing, form, shown, isSaving, shownRefusal }, () => {
    isSent.current = false
    setSaving(false)
  })

  const save = form.handleSubmit(
    async (checked) => {
      if (clash && !isSaving) return toast(CHOOSE_FIRST)
      isSent.current = true
      wasPressed.current = true
      try {
        await edit.send(checked)
        setSaving(true)
      } catch {
        isSent.current = false
        toast(errorNotice('Failed to save your changes', NO_ROOM_TYPED))
      }
    },
    (errors) => {
      const said = thing.notice?.(errors)
      if (said) toast(said)
    },
  )
  return (
    <form className="stack listing-form" noValidate onSubmit={save}>
      {theirs && !isSaving && (
        <ConflictPanel
          writtenAt={refused?.composedAt}
          edited={refused?.error.edited}
          fields={clashing.map((name) => ({
            name,
            label: fieldLabel(name),
            mine: thing.quote(name, form.getValues()[name]),
            theirs: thing.quote(name, theirs[name]),
          }))}
          onUse={(name) => settle(name, theirs)}
          onKeep={(name) => settle(name)}
        />
      )}
      {isRefused && (
        <Refusal key={refused.opId} chip="Not changed" isForPress={wasPressed.current && named.length === 0}>
          <p>{refusedWords(refused)}</p>
          <p className="fine muted">What you wrote is below. Change what is needed and save again.</p>
        </Refusal>
      )}
      <Fields form={form} photos={photos} disabled={isSaving} />
      <p className="fine muted" role="status">
        {EDIT_WORDS[edit.state]}
      </p>
      {!isSaving && (
        <EarlierVersions
          versions={earlier.versions}
          device={earlier.device}
          quote={(name, { value }) => {
            const field = fieldsOf(thing.shape).find((one) => one === name)
            return field ? thing.quote(field, fieldValue(thing.shape, field, value)) : null
          }}
          onUse={(name, { value }) => {
            const field = fieldsOf(thing.shape).find((one) => one === name)
            if (!field) return
            earlier.putAside({ field, value: form.getValues()[field], isMine: true })
            setField(field, fieldValue(thing.shape, field, value))
            keep(form.getValues()).catch(() => undefined)
          }}
        />
      )}
      {isRefused && <FieldError>{refused.error.message}</FieldError>}
      <div className="form-actions">
        <SubmitButton
          busy={form.formState.isSubmitting || isSaving}
          busyLabel="Saving"
          disabled={photos.busy.length > 0}
        >
          Save changes
        </SubmitButton>
        {edit.state !== 'none' && !isSaving && (
          <ConfirmButton label="Start over" question="Throw these changes away?" onConfirm={() => void startOver()} />
        )}
      </div>
    </form>
  )
}

interface Outcome<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  form: UseFormReturn<Values, unknown, Checked>
  shown: Shown
  isSaving: boolean
  /** The last refusal of a change that the form shows. */
  shownRefusal: (of: ShownOwn | null) => ShownOwn['refusedChange']
}

/** After saving: back to the thing once the server has it, or at once without a connection; here again if it refused. */
function useOutcome<Values extends ThingValues, Checked, Shown extends ShownOwn>(
  { thing, form, shown, isSaving, shownRefusal }: Outcome<Values, Checked, Shown>,
  onRefused: () => void,
): void {
  const { db } = useAccount().engine
  const reachable = useReachable()
  const navigate = useNavigate()
  const toast = useToast()
  const look = useEffectEvent(async (isHere: () => boolean) => {
    const id = thing.idOf(shown)
    const now = await thing.readShown(db, id)
    if (!isHere()) return
    const refusal = shownRefusal(now)
    if (refusal) {
      // Fields of a form that is being saved take no focus.
      flushSync(onRefused)
      return showFieldErrors(form, refusedFields(refusal.error))
    }
    if (now?.waiting && reachable) return
    const { changed, page } = THING_KINDS[thing.kind]
    toast({
      title: changed,
      ...(now?.waiting ? { description: 'It goes out automatically once there is a connection.' } : {}),
    })
    await navigate({ href: page(id) })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these may be the news that is waited for
  useEffect(() => {
    if (!isSaving) return
    let live = true
    void look(() => live)
    return () => {
      live = false
    }
  }, [isSaving, shown, reachable])
}
