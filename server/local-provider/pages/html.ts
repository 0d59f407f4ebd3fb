/** Markup that is safe to put into a page. */
export class Html {
  constructor(readonly text: string) {}
}

export type Content = Html | string | number | null | undefined | false | readonly Content[]

/** Builds markup; every value that is not markup itself is escaped. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(parts.map((part, index) => part + (index < values.length ? toText(values[index]) : '')).join(''))
}

function toText(value: Content): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(toText).join('')
  if (value === null || value === undefined || value === false) return ''
  return escapeText(String(value))
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}
