import { useMemo } from 'react'
import { boroughOf } from '#schema/places'
import { useCatalogue } from '../../session/use-sync'
import { SelectField } from '../../ui/fields/select-field'

interface PlaceFieldProps {
  /** A borough or a neighborhood; null is anywhere. */
  value: string | null
  onChange: (place: string | null) => void
}

/** Boroughs and neighborhoods in which something is offered, and the one that is chosen. */
export function PlaceField({ value, onChange }: PlaceFieldProps) {
  const { catalogue } = useCatalogue()
  const rows = catalogue.all('listing')
  const groups = useMemo(() => placesOf(rows), [rows])
  const isKnown = value === null || groups.some(({ label, options }) => label === value || options.includes(value))
  return (
    <SelectField
      label="Place"
      options={[{ value: '', label: 'Anywhere' }, ...(isKnown ? [] : [{ value, label: value }])]}
      groups={groups.map(({ label, options }) => ({
        label,
        options: [
          { value: label, label: `All of ${label}` },
          ...options.map((place) => ({ value: place, label: place })),
        ],
      }))}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || null)}
    />
  )
}

/** Boroughs with the neighborhoods that have listings, in the order of the alphabet. */
function placesOf(rows: readonly { neighborhood: string | null }[]): { label: string; options: string[] }[] {
  const named = [...new Set(rows.map(({ neighborhood }) => neighborhood))].filter((place) => place !== null).toSorted()
  const byBorough = Map.groupBy(named, boroughOf)
  return [...byBorough]
    .flatMap(([label, options]) => (label ? [{ label, options }] : []))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
