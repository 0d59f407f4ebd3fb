import type { Draft } from '../disk/local-db'

/** Free text of forms: of two texts both stay. */
const WORDS = ['content', 'note', 'description', 'response', 'words']
const LISTS = ['photos', 'tags', 'links']
/** Fields that hold fields of their own. */
const NESTED = ['fields', 'customizations']
/** Forms that begin with what is there already: both texts would hold that. */
const BEGUN_FULL = /^(profile|settings|board|.*-edit)$/

export const POST_ASIDE = 'post-aside'

/** A post that was begun, beside the one that the form shows. @param values with the id that the post is to have */
export const postAside = (values: { clientId: string }, updatedAt: string): Draft => ({
  draftId: `${POST_ASIDE}:${values.clientId}`,
  kind: POST_ASIDE,
  values,
  updatedAt,
})

/**
 * Joins two drafts of the same form, which its person began twice: the later one, with what it lacks, and with the words of both.
 * Two new posts stay two.
 * @returns the draft of the form first
 */
export function joinDrafts(one: Draft, other: Draft): [Draft, ...Draft[]] {
  const [earlier, later] = one.updatedAt <= other.updatedAt ? [one, other] : [other, one]
  const [before, after] = [earlier.values, later.values]
  if (later.draftId === 'post:new' && isPost(before) && isPost(after) && before.clientId !== after.clientId)
    return [later, postAside(before, earlier.updatedAt)]
  if (!isRecord(before) || !isRecord(after)) return [later]
  return [{ ...later, values: joinFields(before, after, !BEGUN_FULL.test(later.kind)) }]
}

/** Joins two texts, the earlier one first; a text that holds the other stays alone. */
export function joinWords(before: string, after: string): string {
  if (after.includes(before)) return after
  return before.includes(after) ? before : `${before}\n${after}`
}

function joinFields(before: Fields, after: Fields, withWords: boolean): Fields {
  const names = Object.keys({ ...before, ...after })
  return Object.fromEntries(names.map((name) => [name, joinField(name, before[name], after[name], withWords)]))
}

function joinField(name: string, before: unknown, after: unknown, withWords: boolean): unknown {
  if (isBlank(after)) return before ?? after
  if (withWords && WORDS.includes(name) && typeof before === 'string' && typeof after === 'string')
    return joinWords(before, after)
  if (LISTS.includes(name) && Array.isArray(before) && Array.isArray(after)) return joinLists(before, after)
  if (NESTED.includes(name) && isRecord(before) && isRecord(after)) return joinFields(before, after, withWords)
  return after
}

function joinLists(before: unknown[], after: unknown[]): unknown[] {
  const held = new Set(before.map((one) => JSON.stringify(one)))
  return [...before, ...after.filter((one) => !held.has(JSON.stringify(one)))]
}

type Fields = Record<string, unknown>
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPost = (values: unknown): values is { clientId: string } =>
  isRecord(values) && typeof values.clientId === 'string'
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
