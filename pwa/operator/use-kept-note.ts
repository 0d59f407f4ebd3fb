import { useEffect, useEffectEvent, useLayoutEffect } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { QUEUE_AT_ONCE } from '#schema/moderation'
import { endDraft } from '../drafts/end-draft'
import { draftsWithEdits } from '../drafts/unsaved-edits'
import { useKeptText } from '../drafts/use-kept-text'
import { useAccount } from '../session/account'
import type { Asked } from './use-asked'

const PREFIX = 'operator:'

/**
 * Keeps the note of an operator's form on this device while it is typed. Clearing the form ends it.
 * @param name of the form with its subject: 'claim:12'
 */
export function useKeptNote<Values extends FieldValues & { note: string }>(
  values: UseFormReturn<Values>,
  name: string,
): void {
  const form = values as unknown as UseFormReturn<{ note: string }>
  const { text, change } = useKeptText(useAccount().engine.db, PREFIX + name)
  const hear = useEffectEvent((note: string) => note !== text && change(note))
  useLayoutEffect(() => {
    if (form.getValues('note') !== text) form.setValue('note', text)
  }, [form, text])
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => void hear(values.note) }),
    [form],
  )
}

/** Ends the notes for subjects that a colleague has decided on. @param openIn the subjects in the answer that wait; null for a part of them */
export function useEndedNotes<Answer>(
  form: string,
  asked: Asked<Answer>,
  openIn: (answer: Answer) => (string | number)[] | null,
): void {
  const { db } = useAccount().engine
  const end = useEffectEvent(async (answer: Answer) => {
    const open = openIn(answer)?.map((subject) => `${PREFIX}${form}:${subject}`)
    // A full answer is not the whole queue.
    if (!open || open.length >= QUEUE_AT_ONCE) return
    const begun = [...(await db.drafts.toCollection().primaryKeys()), ...draftsWithEdits(db.name)]
    for (const draftId of begun)
      if (draftId.startsWith(`${PREFIX}${form}:`) && !open.includes(draftId)) await endDraft(db, draftId)
  })
  useEffect(() => {
    if (asked.state === 'loaded') end(asked.answer).catch(() => undefined)
  }, [asked])
}
