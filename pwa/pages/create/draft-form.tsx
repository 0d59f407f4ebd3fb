import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { type DefaultValues, type Path, type PathValue, type UseFormReturn, useForm } from 'react-hook-form'
import { useAccount } from '../../auth/account'
import type { ShownOwn, WaitingThing } from '../../db/own-thing-writes'
import { showFieldErrors } from '../../forms/field-errors'
import { SubmitButton } from '../../forms/submit-button'
import { useToast } from '../../notifications/toasts'
import { DRAFT_WORDS } from './draft-words'
import { OtherVersions } from './other-versions'
import { PublishNotice } from './publish-notice'
import {
  type FormShape,
  fieldsOf,
  fieldValue,
  formFields,
  type ThingField,
  type ThingForm,
  type ThingValues,
} from './thing-form'
import { ThrowAway } from './throw-away'
import type { ThingDraft } from './use-draft'
import { useThingPhotos } from './use-thing-photos'

interface DraftFormProps<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  thing: ThingForm<Values, Checked, Shown>
  draftKey: string
  draft: ThingDraft<Values>
  start: Values
  /** The thing while it is on its way, or refused. */
  waiting: WaitingThing | null
  /** What stands between the draft and its publication. */
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
    name: `draft:${draftKey}`,
    begin: (all) => void draft.keep({ photos: all } as Partial<Values>).catch(() => undefined),
    keep: (all, picked) => draft.keep({ photos: all } as Partial<Values>, [picked]),
  })
  const isOnItsWay = waiting !== null && waiting.state !== 'attention'
  useKeeping(form, shape, draft)
  useRefusal(form, waiting)

  const publish = form.handleSubmit(
    async (checked) => {
      await draft.settled()
      try {
        await thing.publish(engine, checked, draftKey)
      } catch {
        toast({
          variant: 'destructive',
          title: 'Failed to publish',
          description: 'There may be no room on this device. Your draft is still here.',
        })
      }
    },
    (errors) => {
      const said = thing.notice?.(errors)
      if (said) toast(said)
    },
  )
  const settle = <Field extends ThingField<Values>>(field: Field, value: Values[Field]) => {
    setField(form, field, value, { shouldDirty: true })
    void draft.keep({ [field]: value } as unknown as Partial<Values>, [], [field]).catch(() => undefined)
  }
  const beside = (field: ThingField<Values>) => {
    const versions = draft.others[field] ?? []
    if (versions.length === 0) return null
    return (
      <OtherVersions
        versions={versions}
        read={(value) => fieldValue(shape, field, value)}
        quote={(value) => thing.quote(field, value)}
        onUse={(value) => settle(field, value)}
        onKeep={() => settle(field, form.getValues()[field])}
      />
    )
  }
  return (
    <form className="stack listing-form" noValidate onSubmit={publish}>
      {waiting?.state !== 'attention' && notice}
      <PublishNotice kind={thing.kind} waiting={waiting} draftKey={draftKey} />
      <Fields form={form} photos={photos} disabled={isOnItsWay} beside={beside} />
      {!isOnItsWay && (
        <>
          <p className="fine muted" role="status">
            {DRAFT_WORDS[draft.state]}
          </p>
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

/** What is typed goes to the draft, field by field; what other devices typed comes from there. */
function useKeeping<Values extends ThingValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  shape: FormShape<Values>,
  draft: ThingDraft<Values>,
): void {
  const { keep, read, version } = draft
  const fields = fieldsOf(shape)
  const isTakingIn = useRef(false)
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback({ name, values }) {
        const field = fields.find((one) => one === name?.split('.')[0])
        if (field && !isTakingIn.current)
          keep({ [field]: values[field] } as unknown as Partial<Values>).catch(() => undefined)
      },
    }),
  )
  const takeIn = useEffectEvent(async () => {
    const kept = await read()
    if (!kept) return
    isTakingIn.current = true
    for (const field of fields) {
      const isSame = JSON.stringify(kept[field]) === JSON.stringify(form.getValues()[field])
      if (!isSame) setField(form, field, kept[field])
    }
    isTakingIn.current = false
  })
  useEffect(() => {
    if (version) void takeIn()
  }, [version])
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

/** Puts the words of a refusal beside the fields that it named, and goes to the first. */
function useRefusal<Values extends ThingValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  waiting: WaitingThing | null,
): void {
  const opId = waiting?.state === 'attention' ? waiting.opId : null
  const show = useEffectEvent(() => {
    if (waiting?.error?.fields) showFieldErrors(form, formFields(waiting.error.fields))
  })
  useEffect(() => {
    if (opId) show()
  }, [opId])
}
