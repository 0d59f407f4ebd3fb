import { Plus, X } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { LINKS_MAX, type PostLink } from '#schema/inspiration'
import { useThings } from '../../offerings/use-things'
import { NO_FILTERS } from '../../rentals/listings/browse-search'
import { holdsListings, useFinds } from '../../rentals/listings/use-found'
import { onlinePart } from '../../session/online-part'
import { useIsPart } from '../../session/use-held-areas'
import { useCatalogue, useReachable } from '../../session/use-sync'
import { FieldError } from '../../ui/fields/field'
import { SearchField } from '../../ui/fields/search-field'
import { IconButton } from '../../ui/icon-button'
import { findThings, isSameLink, type Thing, thingOf } from './link-choices'
import type { ServerThingsProps } from './server-things'
import { ThingList } from './thing-list'

interface LinkFieldProps {
  value: PostLink[]
  onChange: (links: PostLink[]) => void
  error?: string
}

/** The server's finds, where this device holds a part of the things alone. */
const ThingsBeyond = onlinePart<ServerThingsProps>(null, () =>
  import(/* piece: onlineFinds */ './server-things').then((module) => ({ default: module.ServerThings })),
)

/** "Rent what you see": things that are in the photo. */
export function LinkField({ value, onChange, error }: LinkFieldProps) {
  const { catalogue } = useCatalogue()
  const reachable = useReachable()
  const parts = [useIsPart('listing'), useIsPart('item')]
  const isPart = parts.includes(true)
  const [search, setSearch] = useState('')
  const id = useId()
  const isFull = value.length >= LINKS_MAX
  const wanted = { search, ...NO_FILTERS }
  // A device may hold a great many listings, and searches them beside the page.
  const listings = useFinds(wanted)
  const items = catalogue.all('item')
  const found = useMemo(() => findThings(listings?.rows ?? [], items, search, value), [listings, items, search, value])
  const things = useThings(value)
  const chosen = value.map((link) => {
    const row = things[link.kind](link.id)
    if (row) return thingOf(link.kind, row)
    const title = things.rest[link.kind] === 'none' ? 'No longer offered' : 'Not on this device'
    return { ...link, title, photo: '', by: '' }
  })
  const link = (thing: Thing) => (
    <IconButton
      label={`Link ${thing.title}`}
      icon={<Plus />}
      onClick={() => onChange([...value, { kind: thing.kind, id: thing.id }])}
    />
  )
  const isSearched = search.trim() !== '' && !isFull
  const isAnswered = !holdsListings(catalogue) || listings?.search === JSON.stringify(wanted)
  const none = isAnswered && (
    <p className="fine muted">{`Nothing found${isPart && !reachable ? ' on this device' : ''} for “${search.trim()}”`}</p>
  )
  return (
    <fieldset className="field link-field" aria-describedby={`${id}-hint`}>
      <legend>
        Rent what you see <span className="field__optional">(optional)</span>
      </legend>
      <ThingList label="Linked" things={chosen}>
        {(thing) => (
          <IconButton
            label={`Remove ${thing.title}`}
            icon={<X />}
            onClick={() => onChange(value.filter((link) => !isSameLink(link, thing)))}
          />
        )}
      </ThingList>
      {!isFull && (
        <SearchField
          label="Search rentals and made-to-order items"
          placeholder="Search by name..."
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {isSearched && (
        <>
          <ThingList label="Found" things={found}>
            {link}
          </ThingList>
          {isPart && reachable ? (
            <ThingsBeyond search={search} chosen={value} none={found.length === 0 && none}>
              {link}
            </ThingsBeyond>
          ) : (
            found.length === 0 && none
          )}
        </>
      )}
      {error && <FieldError>{error}</FieldError>}
      <p className="field__hint muted small" id={`${id}-hint`}>
        {isFull ? `At most ${LINKS_MAX} things.` : `Link up to ${LINKS_MAX} things that are in the photo.`}
      </p>
    </fieldset>
  )
}
