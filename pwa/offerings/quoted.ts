const LONGEST_QUOTE = 160

/** A version of a form's field in words, for choosing between two of them. */
export function quoted(field: string, value: unknown): string {
  if (Array.isArray(value)) return counted(value.length, field === 'photos' ? 'photo' : 'option')
  if (typeof value !== 'string') return String(value)
  if (field === 'price') return `$${value}`
  if (value === '') return 'Nothing'
  return value.length > LONGEST_QUOTE ? `“${value.slice(0, LONGEST_QUOTE)}…”` : `“${value}”`
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
