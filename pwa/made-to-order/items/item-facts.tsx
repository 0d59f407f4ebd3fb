import { Hammer } from 'lucide-react'
import { type CustomizationOption, colorOf, type Item } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { RatingLine } from '../../reviews/stars'
import { useCatalogue } from '../../session/use-sync'
import { Avatar } from '../../ui/avatar'
import { avatarAddress } from '../../ui/avatar-address'
import { CategoryBadge } from '../../ui/category-badge'
import { NavLink } from '../../ui/nav-link'

export function ItemFacts({ item }: { item: Item }) {
  const { catalogue } = useCatalogue()
  const { title, category, price, leadTimeInDays, userId, ownerUsername, rating } = item
  return (
    <div className="surface stack">
      <div>
        <CategoryBadge category={category} />
      </div>
      <h1 dir="auto">{title}</h1>
      <p className="listing__price">{formatCents(price)}</p>
      <RatingLine rating={rating} />
      <p className="muted line gap-1">
        <Hammer />
        {`Made in ${leadTimeInDays} ${leadTimeInDays === 1 ? 'day' : 'days'}`}
      </p>
      <NavLink className="listing__owner tap-line" to={`/profile/${userId}`}>
        <Avatar name={ownerUsername} src={avatarAddress(userId, catalogue.get('person', userId))} size="small" />
        <span>
          Made by <bdi>{ownerUsername}</bdi>
        </span>
      </NavLink>
    </div>
  )
}

export function ItemOptions({ options }: { options: CustomizationOption[] }) {
  if (options.length === 0) return null
  return (
    <section className="stack stack--tight" aria-labelledby="item-options">
      <h3 id="item-options">Made to your wishes</h3>
      <ul className="item-options plain-list stack gap-3">
        {options.map((option) => (
          <li key={option.name}>
            <span>
              <strong dir="auto">{option.name}</strong>
              {option.required && <span className="chip item-options__required">Required</span>}
            </span>
            <span className="muted" dir="auto">
              {choicesOf(option)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const OWN_WORDS: Record<CustomizationOption['type'], string> = {
  text: 'In your own words',
  color: 'Any color',
  select: 'To be agreed with the maker',
}

function choicesOf({ type, options }: CustomizationOption): string {
  if (options.length === 0) return OWN_WORDS[type]
  return (type === 'color' ? options.map((choice) => colorOf(choice).name) : options).join(', ')
}

/** The conditions of buying it. */
export function ItemTerms({ terms }: { terms: string }) {
  return (
    <section className="stack stack--tight" aria-labelledby="item-terms">
      <h2 id="item-terms">Terms</h2>
      <p className="long-text" dir="auto">
        {terms}
      </p>
    </section>
  )
}
