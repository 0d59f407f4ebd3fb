import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { categoryName, RENTAL_CATEGORIES } from '#schema/category-names'
import { DEFAULT_TAGLINE } from '#schema/product'
import { useAccount } from '../session/account'
import { Hero } from '../shell/hero'
import { whenAtRest } from '../ui/first-rest'
import { NavLink } from '../ui/nav-link'
import { stillLife } from '../ui/still-life'

const BelowTheFold = lazy(() =>
  import(/* piece: browse */ '../shell/below-the-fold').then((part) => ({ default: part.BelowTheFold })),
)

const InstallInvitation = lazy(() =>
  import(/* piece: behind */ '../shell/install-invitation').then((part) => ({ default: part.InstallInvitation })),
)

const HOW_IT_WORKS = [
  ['Find it', 'Search what people nearby rent out by the day, with or without a connection.'],
  ['Offer for your dates', 'Pick your days and send an offer. A hold is placed on your card, nothing is taken yet.'],
  ['Collect it', 'Once the owner approves, the dates are yours and the address is shown to you.'],
] as const

/** The front page. What is not there for everybody is loaded once the page is at rest. */
export function Landing() {
  const { config } = useAccount()
  const atRest = useAtRest()
  return (
    <>
      <Hero title="Everything for the party, from people nearby" subtitle={config?.tagline ?? DEFAULT_TAGLINE}>
        <LandingSearch />
      </Hero>
      <div className="page landing">
        <Categories />
        <HowItWorks />
        {atRest && (
          <Suspense>
            <InstallInvitation />
            <BelowTheFold />
          </Suspense>
        )}
      </div>
    </>
  )
}

function LandingSearch() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const search = (event: FormEvent) => {
    event.preventDefault()
    const wanted = text.trim()
    navigate({ to: '/listings', search: wanted ? { search: wanted } : {} })
  }
  return (
    <search>
      <form className="search-bar" action="/listings" onSubmit={search}>
        <input
          type="search"
          name="search"
          aria-label="Search rentals"
          placeholder="Search rentals and more..."
          autoComplete="off"
          enterKeyHint="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <button type="submit">Search</button>
      </form>
    </search>
  )
}

function Categories() {
  return (
    <section aria-labelledby="landing-categories">
      <h2 id="landing-categories">What do you need?</h2>
      <ul className="category-tiles">
        {RENTAL_CATEGORIES.map((category) => (
          <li key={category}>
            <NavLink className="category-tile" to={`/listings?categories=${category}`}>
              <img className="drawing" src={stillLife(category)} alt="" width={120} height={90} loading="lazy" />
              {categoryName(category)}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
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

function useAtRest(): boolean {
  const [atRest, setAtRest] = useState(false)
  useEffect(() => whenAtRest(() => setAtRest(true)), [])
  return atRest
}
