import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import type { ShownPost } from '../inspiration/post-overlay'
import { usePosts } from '../inspiration/use-posts'
import { ItemCard } from '../made-to-order/items/item-card'
import { itemCard } from '../made-to-order/items/item-card-props'
import { ABOUT_PAGES, LEGAL_PAGES } from '../people/legal-pages'
import { NOT_READ_YET, usePhotoAddress } from '../photos/use-photo-addresses'
import { ListingCard } from '../rentals/listings/listing-card'
import { listingCard } from '../rentals/listings/listing-card-props'
import { useAccount } from '../session/account'
import { useCatalogue } from '../session/use-sync'
import { MediaCard } from '../ui/media-card'
import { NavLink } from '../ui/nav-link'

const SHOWN = 4

const HOW_IT_WORKS = [
  ['Find it', 'Search what people nearby rent out by the day, with or without a connection.'],
  ['Offer for your dates', 'Pick your days and send an offer. A hold is placed on your card, nothing is taken yet.'],
  [
    'Collect it',
    'Once the owner approves and the payment is taken, the dates are yours and the address is shown to you.',
  ],
] as const

const PROMISES = [
  ['A hold, not a payment', 'Your card is held when you offer. Nothing is taken before the owner approves.'],
  ['Cancel by clear rules', 'Each listing says until when you get your money back, before you offer.'],
  [
    'Claims are heard',
    'An owner reports damage within a day. You have three days to answer, and silence alone never charges.',
  ],
] as const

/** The front page below the categories: how it works, `children`, the newest things once this device holds them, promises, the footer. */
export function BelowTheFold({ children }: { children: ReactNode }) {
  const { catalogue } = useCatalogue()
  const { posts } = usePosts()
  return (
    <>
      <HowItWorks />
      {children}
      <Newest id="fresh" title="Just added" more="All rentals" to="/listings">
        {nearFirst(catalogue.all('listing'), useAccount().user?.neighborhood).map((listing) => (
          <ListingCard key={listing.id} {...listingCard(listing)} headingLevel={3} />
        ))}
      </Newest>
      <Newest id="made" title="Made to order" more="All makers' work" to="/made-to-order">
        {catalogue
          .all('item')
          .slice(0, SHOWN)
          .map((item) => (
            <ItemCard key={item.id} {...itemCard(item)} headingLevel={3} />
          ))}
      </Newest>
      <Newest id="ideas" title="Inspiration" more="All posts" to="/inspiration">
        {posts.slice(0, SHOWN).map((post) => (
          <NewPost key={post.id} post={post} />
        ))}
      </Newest>
      <section aria-labelledby="landing-promises">
        <h2 id="landing-promises">What you can count on</h2>
        <ul className="how-it-works">
          {PROMISES.map(([title, sentence]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{sentence}</p>
            </li>
          ))}
        </ul>
      </section>
      <footer className="row muted fine">
        <span>{PRODUCT_NAME}</span>
        {[...ABOUT_PAGES, ...LEGAL_PAGES].map(({ label, to }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </footer>
    </>
  )
}

function NewPost({ post: { id, title, imageUrl, shape, blobId } }: { post: ShownPost }) {
  const edited = usePhotoAddress(blobId ? { blobId } : null)
  const photo = { src: blobId ? (edited ?? NOT_READ_YET) : imageUrl, placeholder: shape?.tint ?? null }
  return <MediaCard to={`/inspiration/${id}`} title={title} photo={photo} headingLevel={3} />
}

function HowItWorks() {
  return (
    <section aria-labelledby="landing-how">
      <h2 id="landing-how">How it works</h2>
      <ol className="how-it-works">
        {HOW_IT_WORKS.map(([title, sentence]) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{sentence}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}

interface NewestProps {
  id: string
  title: string
  more: string
  to: string
  children: ReactNode[]
}

function Newest({ id, title, more, to, children }: NewestProps) {
  if (children.length === 0) return null
  return (
    <section aria-labelledby={`landing-${id}`}>
      <div className="page__head">
        <h2 id={`landing-${id}`}>{title}</h2>
        <NavLink className="landing__more" to={to}>
          {more}
        </NavLink>
      </div>
      <div className="card-grid">{children}</div>
    </section>
  )
}

/** The newest rows, those of one's own neighborhood before the others. */
function nearFirst<Row extends { neighborhood: string | null }>(rows: readonly Row[], home: string | null | undefined) {
  const near = home ? rows.filter(({ neighborhood }) => neighborhood === home).slice(0, SHOWN) : []
  return [...near, ...rows.slice(0, SHOWN).filter((row) => !near.includes(row))].slice(0, SHOWN)
}
