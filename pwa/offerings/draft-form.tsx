import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { type DefaultValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import type { FieldVersion } from '#schema/draft'
import { NO_ROOM_DRAFT } from '../drafts/no-room'
import { useAccount } from '../session/account'
import { reachability } from '../sync/reachability'
import { FieldError } from '../ui/fields/field'
import { showFieldErrors } from '../ui/fields/field-errors'
import { SubmitButton } from '../ui/fields/submit-button'
import { errorNotice, useToast } from '../ui/toasts'
import { CHOOSE_VERSIONS_FIRST, DRAFT_WORDS } from './draft-words'
import { EarlierVersions } from './earlier-versions'
import { draftId } from './form-drafts'
import { picksOfDraft } from './keep-draft'
import { OtherVersions } from './other-versions'
import type { ShownOwn, WaitingThing } from './own-thing-writes'
import { forgetRefusal } from './publish-draft'
import { PublishNotice } from './publish-notice'
import { isSetUpSince, useChangedSince } from './refusal'
import {
  type FormShape,
  fieldsOf,
  fieldValue,
  refusedFields,
  type ThingField,
  type ThingForm,
  type ThingValues,
} from './thing-form'
import { ThrowAway } from './throw-away'
import type { OpenDraft } from './use-draft'
import { useThingPhotos } from './use-thing-photos'

interface DraftFormProps<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  draftKey: string
  draft: OpenDraft<Values>
  start: Values
  /** The thing while it is on its way, or refused. */
  waiting: WaitingThing | null
  /** The obstacle between the draft and its publication. */
  notice?: ReactNode
}

/** A thing that is being written. Every press is kept; Publish sends it, or lets it wait for a connection. */
export function DraftForm<Values extends ThingValues, Checked, Shown extends ShownOwn>({
  thing,
  draftKey,
  draft,
  start,
  waiting,
  notice,
}: DraftFormProps<Values, Checked, Shown>) {
  const { engine } = useAccount()
  const toast = useToast()
  const { shape, Fields } = thing
  const form = useForm<Values, unknown, Checked>({
    defaultValues: start as DefaultValues<Values>,
    resolver: thing.resolver,
  })
  const photos = useThingPhotos(form, thing.maxPhotos, {
    name: picksOfDraft(draftKey),
    draftId: draftId(thing.kind, draftKey),
    begin: (all) => void draft.keep({ photos: all } as Partial<Values>).catch(() => undefined),
    keep: (all, picked) => draft.keep({ photos: all } as Partial<Values>, picked),
  })
  const refused = waiting?.state === 'attention' ? waiting : null
  const isOnItsWay = waiting !== null && refused === null
  const isSettling = useRef(false)
  useKeeping(form, shape, draft, isSettling)
  const wasPressed = useRef(false)
  const named = fieldsOf(shape).filter((field) => refused?.error && refusedFields(refused.error)[field])
  const isSettled = useChangedSince(form, refused?.opId ?? null, named)
  useRefusal(form, refused)

  const publish = form.handleSubmit(
    async (checked) => {
      if (fieldsOf(shape).some((field) => draft.others[field])) return toast(CHOOSE_VERSIONS_FIRST)
      await draft.settled()
      wasPressed.current = true
      try {
        await thing.publish(engine, checked, draftKey)
        // The published thing stands at the top.
        window.scrollTo({ top: 0 })
        if (!reachability().reachable)
          toast({
            title: 'Kept on this device',
            description: 'It publishes itself, once, as soon as there is a connection.',
          })
      } catch {
        toast(errorNotice('Failed to publish', NO_ROOM_DRAFT))
      }
    },
    (errors) => {
      const said = thing.notice?.(errors)
      if (said) toast(said)
    },
  )
  /** A field's value in the form, as a version of this device. */
  const own = (field: ThingField<Values>): FieldVersion => ({
    value: form.getValues()[field],
    at: draft.typedAt[field] ?? new Date().toISOString(),
    by: draft.device,
  })
  const settle = <Field extends ThingField<Values>>(field: Field, value: Values[Field], aside: FieldVersion[]) => {
    isSettling.current = true
    setField(form, field, value, { shouldDirty: true })
    isSettling.current = false
    const said = { chosen: [field], aside: { [field]: aside.filter(({ by }) => by !== '') } }
    void draft.keep({ [field]: value } as unknown as Partial<Values>, [], said).catch(() => undefined)
  }
  const use = (field: ThingField<Values>, version: FieldVersion) => {
    const left = (draft.others[field] ?? []).filter((one) => one !== version)
    settle(field, fieldValue(shape, field, version.value), [own(field), ...left])
  }
  const beside = (field: ThingField<Values>) => {
    const versions = draft.others[field] ?? []
    if (versions.length === 0) return null
    return (
      <OtherVersions
        own={draft.typedAt[field] ? own(field) : null}
        versions={versions}
        device={draft.device}
        quote={({ value }) => thing.quote(field, fieldValue(shape, field, value))}
        onUse={(version) => use(field, version)}
        onKeep={() => settle(field, form.getValues()[field], versions)}
      />
    )
  }
  return (
    <form className="stack listing-form" noValidate onSubmit={publish}>
      {!refused && notice}
      {!isSettled && (
        <PublishNotice
          kind={thing.kind}
          waiting={waiting}
          draftKey={draftKey}
          isForPress={wasPressed.current && named.length === 0}
        />
      )}
      <Fields form={form} photos={photos} disabled={isOnItsWay} beside={beside} />
      {!isOnItsWay && (
        <>
          <p className="fine muted" role="status">
            {DRAFT_WORDS[draft.state]}
          </p>
          <EarlierVersions
            versions={draft.earlier}
            device={draft.device}
            quote={(field, { value }) => {
              const known = fieldsOf(shape).find((one) => one === field)
              return known ? thing.quote(known, fieldValue(shape, known, value)) : null
            }}
            onUse={(field, version) => {
              const known = fieldsOf(shape).find((one) => one === field)
              if (known) use(known, version)
            }}
          />
          {refused?.error && !isSettled && <FieldError>{refused.error.message}</FieldError>}
          <div className="form-actions">
            <SubmitButton busy={form.formState.isSubmitting} busyLabel="Publishing" disabled={photos.busy.length > 0}>
              Publish
            </SubmitButton>
            {draft.state !== 'none' && <ThrowAway kind={thing.kind} draftKey={draftKey} />}
          </div>
        </>
      )}
    </form>
  )
}

/** Saves typed values to the draft, field by field, and shows those of other devices. */
function useKeeping<Values extends ThingValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  shape: FormShape<Values>,
  draft: OpenDraft<Values>,
  isSettling: { readonly current: boolean },
): void {
  const { keep, read, version } = draft
  /** The server's version that the form shows, by field; where the newest waits for the person to leave the field. */
  const behind = useRef<Record<string, string | null>>({})
  const seen = useRef<Record<string, string | null>>({})
  const fields = fieldsOf(shape)
  const isTakingIn = useRef(false)
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback({ name, values }) {
        const field = fields.find((one) => one === name?.split('.')[0])
        if (!field || isTakingIn.current || isSettling.current) return
        const said = field in behind.current ? { bases: { [field]: behind.current[field] ?? null } } : {}
        keep({ [field]: values[field] } as unknown as Partial<Values>, [], said).catch(() => undefined)
      },
    }),
  )
  const takeIn = useEffectEvent(async () => {
    const kept = await read()
    if (!kept) return
    isTakingIn.current = true
    for (const field of fields) {
      const isSame = JSON.stringify(kept.values[field]) === JSON.stringify(form.getValues()[field])
      // Nothing changes under a person's fingers: it is taken in when they leave the field.
      if (!isSame && hasFocus(field)) {
        behind.current = { [field]: seen.current[field] ?? null, ...behind.current }
        continue
      }
      delete behind.current[field]
      seen.current[field] = kept.shownAt[field] ?? null
      if (!isSame) setField(form, field, kept.values[field])
    }
    isTakingIn.current = false
  })
  useEffect(() => {
    if (version) void takeIn()
  }, [version])
  useEffect(() => {
    const left = () => setTimeout(() => Object.keys(behind.current).length > 0 && void takeIn())
    document.addEventListener('focusout', left)
    return () => document.removeEventListener('focusout', left)
  }, [])
}

/** Is the person in this field of the form? */
function hasFocus(field: string): boolean {
  const name = document.activeElement?.getAttribute('name')
  return name !== null && name !== undefined && name.split('.')[0] === field
}

/** The form library names fields by paths; a field of the form itself is the shortest of them. */
function setField<Values extends ThingValues, Checked, Field extends ThingField<Values>>(
  form: UseFormReturn<Values, unknown, Checked>,
  field: Field,
  value: Values[Field],
  options?: { shouldDirty: boolean },
): void {
  form.setValue(field as unknown as Path<Values>, value as PathValue<Values, Path<Values>>, options)
}

/** Puts the words of a refusal beside the fields that it named, and goes to the first; one whose reason has gone goes too. */
function useRefusal<Values extends ThingValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  refused: WaitingThing | null,
): void {
  const { engine, user } = useAccount()
  const opId = refused?.opId ?? null
  const show = useEffectEvent(() => {
    if (refused?.error) showFieldErrors(form, refusedFields(refused.error))
  })
  useEffect(() => {
    if (opId) show()
  }, [opId])
  const isGone = user != null && isSetUpSince(refused?.error?.code, user)
  useEffect(() => {
    // The next look tries again.
    if (opId && isGone) forgetRefusal(engine, opId).catch(() => undefined)
  }, [engine, opId, isGone])
}
