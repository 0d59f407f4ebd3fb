import type { ReactNode } from 'react'
import type { PostLink } from '#schema/inspiration'
import { Photo } from '../../ui/photo'
import type { Thing } from './link-choices'

const KINDS: Record<PostLink['kind'], string> = { listing: 'To rent', item: 'Made to order' }

interface ThingListProps {
  label: string
  things: readonly Thing[]
  /** The control of each. */
  children: (thing: Thing) => ReactNode
}

/** Things to rent or order, a row each; nothing for none. */
export function ThingList({ label, things, children }: ThingListProps) {
  if (things.length === 0) return null
  return (
    <ul className="link-list plain-list stack gap-1" aria-label={label}>
      {things.map((thing) => (
        <li key={`${thing.kind}/${thing.id}`} className="link-list__row min-0 line gap-3">
          <span className="link-list__photo">
            <Photo src={thing.photo || null} alt="" ratio="square" sizes="3rem" />
          </span>
          <span className="link-list__words min-0 breaks stack gap-0">
            <strong dir="auto">{thing.title}</strong>
            <span className="fine muted">{thing.by ? `${KINDS[thing.kind]}, ${thing.by}` : KINDS[thing.kind]}</span>
          </span>
          {children(thing)}
        </li>
      ))}
    </ul>
  )
}
