import * as z from 'zod/mini'
import { isDay } from '#schema/date-range'
import type { LocalDb } from '../disk/local-db'
import type { KeptDraft } from './autosave'
import { endDraft } from './end-draft'

/** Typed text is kept even while it is too long to be sent; this only keeps nonsense out of storage. */
const Typed = z.string().check(z.maxLength(10_000))
const Day = z.optional(z.string().check(z.refine(isDay)))

const shapes = {
  address: z.object({ street: Typed, city: Typed, state: Typed, zipCode: Typed }),
  block: z.object({ from: Day, to: Day, reason: Typed, listingId: z.optional(z.nullable(z.int())) }),
}
type Shapes = typeof shapes
export type SettingsForm = keyof Shapes
export type SettingsDraft<Form extends SettingsForm> = z.infer<Shapes[Form]>

const draftId = (form: SettingsForm) => `settings:${form}`

/** A form of the settings as its person left it; null when nothing was typed, or nothing that makes sense. */
export async function readSettingsDraft<Form extends SettingsForm>(
  db: LocalDb,
  form: Form,
): Promise<SettingsDraft<Form> | null> {
  const kept = shapes[form].safeParse((await db.drafts.get(draftId(form)))?.values)
  return kept.success ? (kept.data as SettingsDraft<Form>) : null
}

/**
 * A form of the settings as it keeps itself.
 * @param isBlank whether there is nothing in it: such a form is forgotten
 */
export function keptSettings<Form extends SettingsForm>(
  db: LocalDb,
  form: Form,
  isBlank: (values: SettingsDraft<Form>) => boolean,
): KeptDraft<SettingsDraft<Form>> {
  return {
    draftId: draftId(form),
    read: () => readSettingsDraft(db, form),
    write: (values) => (isBlank(values) ? forgetSettingsDraft(db, form) : keepSettingsDraft(db, form, values)),
    parse: (noted) => (shapes[form].safeParse(noted).data as SettingsDraft<Form> | undefined) ?? null,
  }
}

export async function keepSettingsDraft<Form extends SettingsForm>(
  db: LocalDb,
  form: Form,
  values: SettingsDraft<Form>,
): Promise<void> {
  await db.drafts.put({ draftId: draftId(form), kind: 'settings', values, updatedAt: new Date().toISOString() })
}

export async function forgetSettingsDraft(db: LocalDb, form: SettingsForm): Promise<void> {
  await endDraft(db, draftId(form))
}
