import type { ComponentType, ReactNode } from 'react'
import type { FieldErrors, FieldValues, Resolver, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import type { DraftKind } from '#schema/draft'
import { ALT_MAX } from '#schema/upload'
import type { LocalDb } from '../disk/local-db'
import { PhotoRef, type SeenWords } from '../disk/mutations'
import type { SentChange } from '../drafts/seen-words'
import type { SyncEngine } from '../sync/engine'
import type { PhotosFieldProps } from '../ui/fields/photos-field'
import type { Notice } from '../ui/toasts'
import type { RefusedWrite, ShownOwn } from './own-thing-writes'

/** A photo of a thing as it is sent, with its words. */
export const ThingPhoto = z.object({
  photo: PhotoRef,
  alt: z.string().check(z.trim(), z.maxLength(ALT_MAX, 'Please keep this under 300 characters')),
})

/** The common values of all offering forms, as typed: nothing in them need make sense yet. */
export interface ThingValues {
  photos: { photo: PhotoRef; alt: string }[]
  title: string
}
export type ThingField<Values> = keyof Values & string

/** The values of an empty form, and the valid values of each field. */
export interface FormShape<Values> {
  empty: Values
  fields: { [Field in keyof Values]: z.ZodMiniType<Values[Field]> }
}

/** The props of the photos field. */
export type ThingPhotos = Pick<
  PhotosFieldProps,
  'items' | 'busy' | 'refused' | 'max' | 'onAdd' | 'onRemove' | 'onMove' | 'onDescribe'
>

export interface ThingFieldsProps<Values extends FieldValues, Checked> {
  form: UseFormReturn<Values, unknown, Checked>
  photos: ThingPhotos
  disabled: boolean
  /** Further words about a field, under it. */
  beside?: (field: ThingField<Values>) => ReactNode
}

/** The words of a form before its person changed anything, and the waiting or refused changes, by id, that it showed. */
export interface ShownWords {
  seen: SeenWords
  over: string[]
}

/**
 * The form of one kind of thing on offer: what it asks, and what becomes of it. Drafts, photos, publishing and editing are
 * the same for all kinds. `Checked` is the form as it is sent.
 */
export interface ThingForm<Values extends ThingValues, Checked, Shown extends ShownOwn> {
  kind: DraftKind
  shape: FormShape<Values>
  resolver: Resolver<Values, unknown, Checked>
  maxPhotos: number
  Fields: ComponentType<ThingFieldsProps<Values, Checked>>
  /** A version of a field that was written elsewhere, in words. */
  quote: (field: ThingField<Values>, value: Values[ThingField<Values>]) => string
  /** The notice of a form that cannot be sent, beyond the words beside its fields. */
  notice?: (errors: FieldErrors<Values>) => Notice | null
  publish: (engine: SyncEngine, checked: Checked, key: string) => Promise<void>
  /** Sends a change; returns the id of the write. */
  change: (engine: SyncEngine, shown: Shown, checked: Checked, before: ShownWords) => Promise<string | null>
  readShown: (db: LocalDb, id: number) => Promise<Shown | null>
  idOf: (shown: Shown) => number
  /** The form of a thing as it stands. */
  valuesOf: (shown: Shown) => Values
  /** The parts of an offering that its owner can change, as shown. */
  wordsOf: (shown: Shown) => SeenWords
  /** The thing with other words. */
  withWords: (shown: Shown, words: SeenWords) => Shown
  /** A change that is kept on this device, as it was sent; null when it makes no sense. */
  sentIn: (payload: unknown) => SentChange | null
}

export function fieldsOf<Values>({ empty }: FormShape<Values>): ThingField<Values>[] {
  return Object.keys(empty as object) as ThingField<Values>[]
}

/** The kept value of a field, or the value of an untouched one: storage and other devices may hold anything. */
export function fieldValue<Values, Field extends keyof Values>(
  shape: FormShape<Values>,
  field: Field,
  kept: unknown,
): Values[Field] {
  const parsed = shape.fields[field].safeParse(kept)
  return parsed.success ? parsed.data : shape.empty[field]
}

/** A whole kept form; fields that are missing or make no sense are as in an untouched one. */
export function formValues<Values>(shape: FormShape<Values>, kept: Record<string, unknown>): Values {
  return Object.fromEntries(fieldsOf(shape).map((field) => [field, fieldValue(shape, field, kept[field])])) as Values
}

/** The server's field names as the form has them: its photos are one field here. */
export function formFields(named: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(named).map(([name, message]) => [
      /^(mainImage|images|photoAlts)\b/.test(name) ? 'photos' : (name.split('.')[0] ?? name),
      message,
    ]),
  )
}

/** The words of a refusal by the fields of the form that they are about. */
export function refusedFields({ code, message, fields = {} }: RefusedWrite['error']): Record<string, string> {
  return { ...formFields(fields), ...(code === 'quantity_booked' ? { quantity: message } : {}) }
}
