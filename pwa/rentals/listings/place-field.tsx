import { useContext, useMemo } from 'react'
import { boroughOf, MILES, type Miles, PLACE_NAMES } from '#schema/places'
import { useIsPart } from '../../session/use-held-areas'
import { useCatalogue } from '../../session/use-sync'
import { FieldError } from '../../ui/fields/field'
import { SelectField } from '../../ui/fields/select-field'
import { FilterResets } from '../../ui/filter-dialog'
import { type Filters, milesWords } from './browse-search'
import { useNearMe } from './use-near-me'

/** A walk or a short ride: chosen together with the place of the device. */
const NEAR: Miles = 2

interface PlaceFieldProps extends Pick<Filters, 'place' | 'miles'> {
  onChange: (chosen: Pick<Filters, 'place' | 'miles'>) => void
}

/** Boroughs and neighborhoods in which something is offered (all of them, where this device does not hold all listings), the one that is chosen, and the distance around a neighborhood. */
export function PlaceField({ place, miles, onChange }: PlaceFieldProps) {
  const { catalogue } = useCatalogue()
  const rows = catalogue.all('listing')
  const isPart = useIsPart('listing') === true
  const groups = useMemo(
    () => placesOf(isPart ? PLACE_NAMES : rows.map(({ neighborhood }) => neighborhood)),
    [rows, isPart],
  )
  const resets = useContext(FilterResets)
  const nearMe = useNearMe(`${place} ${resets}`, (found) => onChange({ place: found, miles: miles ?? NEAR }))
  const isKnown = place === null || groups.some(({ label, options }) => label === place || options.includes(place))
  // In a market whose places have no names here there is nothing to choose.
  if (place === null && groups.length === 0) return null
  const choose = (chosen: string | null) => onChange({ place: chosen, miles: boroughOf(chosen) ? miles : null })
  return (
    <>
      <SelectField
        label="Place"
        options={[{ value: '', label: 'Anywhere' }, ...(isKnown ? [] : [{ value: place, label: place }])]}
        groups={groups.map(({ label, options }) => ({
          label,
          options: [{ value: label, label: `All of ${label}` }, ...options.map((value) => ({ value, label: value }))],
        }))}
        value={place ?? ''}
        onChange={(event) => choose(event.target.value || null)}
      />
      {nearMe && (
        <button type="button" className="is-secondary" disabled={nearMe.isAsking} onClick={nearMe.ask}>
          {nearMe.isAsking ? 'Finding your place…' : 'Near me'}
        </button>
      )}
      <div role="alert">{nearMe?.problem && <FieldError>{nearMe.problem}</FieldError>}</div>
      {place !== null && boroughOf(place) !== null && (
        <SelectField
          label="Distance"
          options={[
            { value: '', label: `In ${place}` },
            ...MILES.map((value) => ({ value: String(value), label: `Within ${milesWords(value)}` })),
          ]}
          value={String(miles ?? '')}
          onChange={(event) =>
            onChange({ place, miles: MILES.find((one) => String(one) === event.target.value) ?? null })
          }
        />
      )}
    </>
  )
}

/** Boroughs with these neighborhoods, in the order of the alphabet. */
function placesOf(neighborhoods: readonly (string | null)[]): { label: string; options: string[] }[] {
  const named = [...new Set(neighborhoods)].filter((place) => place !== null).toSorted()
  const byBorough = Map.groupBy(named, boroughOf)
  return [...byBorough]
    .flatMap(([label, options]) => (label ? [{ label, options }] : []))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
}
