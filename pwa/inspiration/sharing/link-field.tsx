import { Plus, X } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { LINKS_MAX, type PostLink } from '#schema/inspiration'
import { useThings } from '../../offerings/use-things'
import { useCatalogue } from '../../session/use-sync'
import { FieldError } from '../../ui/fields/field'
import { SearchField } from '../../ui/fields/search-field'
import { IconButton } from '../../ui/icon-button'
import { Photo } from '../../ui/photo'
import { findThings, isSameLink, type Thing, thingOf } from './link-choices'

interface LinkFieldProps {
  value: PostLink[]
  onChange: (links: PostLink[]) => void
  error?: string
}

const KINDS: Record<PostLink['kind'], string> = { listing: 'To rent', item: 'Made to order' }

/** "Rent what you see": things of the catalogue on this device that are in the photo. */
export function LinkField({ value, onChange, error }: LinkFieldProps) {
  const { catalogue } = useCatalogue()
  const [search, setSearch] = useState('')
  const id = useId()
  const isFull = value.length >= LINKS_MAX
  const found = findThings(catalogue.all('listing'), catalogue.all('item'), search, value)
  const things = useThings(value)
  const chosen = value.map((link) => {
    const row = things[link.kind](link.id)
    return row ? thingOf(link.kind, row) : { ...link, title: 'No longer offered', photo: '', by: '' }
  })
  return (
    <fieldset className="field link-field" aria-describedby={`${id}-hint`}>
      <legend>
        Rent what you see <span className="field__optional">(optional)</span>
      </legend>
      {chosen.length > 0 && (
        <ul className="link-list plain-list stack gap-1" aria-label="Linked">
          {chosen.map((thing) => (
            <ThingRow key={`${thing.kind}/${thing.id}`} thing={thing}>
              <IconButton
                label={`Remove ${thing.title}`}
                icon={<X />}
                onClick={() => onChange(value.filter((link) => !isSameLink(link, thing)))}
              />
            </ThingRow>
          ))}
        </ul>
      )}
      {!isFull && (
        <SearchField
          label="Search rentals and made-to-order items"
          placeholder="Search by name..."
          value={search}
          onChange={setSearch}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      )}
      {found.length > 0 && !isFull && (
        <ul className="link-list plain-list stack gap-1" aria-label="Found">
          {found.map((thing) => (
            <ThingRow key={`${thing.kind}/${thing.id}`} thing={thing}>
              <IconButton
                label={`Link ${thing.title}`}
                icon={<Plus />}
                onClick={() => onChange([...value, { kind: thing.kind, id: thing.id }])}
              />
            </ThingRow>
          ))}
        </ul>
      )}
      {search.trim() && found.length === 0 && <p className="fine muted">{`Nothing found for “${search.trim()}”`}</p>}
      {error && <FieldError>{error}</FieldError>}
      <p className="field__hint muted small" id={`${id}-hint`}>
        {isFull ? `${LINKS_MAX} things are the most.` : `Link up to ${LINKS_MAX} things that are in the photo.`}
      </p>
    </fieldset>
  )
}

function ThingRow({ thing, children }: { thing: Thing; children: ReactNode }) {
  return (
    <li className="link-list__row min-0 line gap-3">
      <span className="link-list__photo">
        <Photo src={thing.photo || null} alt="" ratio="square" sizes="3rem" />
      </span>
      <span className="link-list__words min-0 breaks stack gap-0">
        <strong dir="auto">{thing.title}</strong>
        <span className="fine muted">{thing.by ? `${KINDS[thing.kind]}, ${thing.by}` : KINDS[thing.kind]}</span>
      </span>
      {children}
    </li>
  )
}
