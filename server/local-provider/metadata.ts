import type { FormNode, Rule } from './parameters'
import { malformed } from './provider-error'

const MAX_KEYS = 50
const MAX_NAME = 40
const MAX_VALUE = 500

export type Metadata = { [key: string]: string }

/** A change of metadata: `clear` came as `metadata=`, an empty value unsets its key. */
export interface MetadataChange {
  clear: boolean
  values: Metadata
}

export const metadata: Rule<MetadataChange> = (node: FormNode, name: string) => {
  if (node === '') return { clear: true, values: {} }
  if (typeof node === 'string') throw malformed('Invalid object', { param: name })
  const values: [string, string][] = [...node].map(([key, value]) => {
    if (typeof value !== 'string') throw malformed('Metadata values must be strings', { param: `${name}[${key}]` })
    if (key.length > MAX_NAME) throw malformed(`Metadata keys can have up to ${MAX_NAME} characters`, { param: name })
    if (value.length > MAX_VALUE) {
      throw malformed(`Metadata values can have up to ${MAX_VALUE} characters`, { param: `${name}[${key}]` })
    }
    return [key, value]
  })
  return { clear: false, values: Object.fromEntries(values) }
}

/** The metadata after a change; at most 50 keys remain. */
export function changeMetadata(current: Metadata, change: MetadataChange | undefined): Metadata {
  if (!change) return current
  const merged = Object.entries({ ...(change.clear ? {} : current), ...change.values })
  const kept = merged.filter(([, value]) => value !== '')
  if (kept.length > MAX_KEYS) throw malformed(`Metadata can have up to ${MAX_KEYS} keys`, { param: 'metadata' })
  return Object.fromEntries(kept)
}
