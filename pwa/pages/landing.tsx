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
        {atRest && (
          <Suspense>
            <BelowTheFold>
              <InstallInvitation />
            </BelowTheFold>
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
      <form className="search-bar wrap gap-2" action="/listings" onSubmit={search}>
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
      <ul className="category-tiles plain-list grid gap-3">
        {RENTAL_CATEGORIES.map((category) => (
          <li key={category}>
            <NavLink className="category-tile sheet strong" to={`/listings?categories=${category}`}>
              <img className="drawing" src={stillLife(category)} alt="" width={120} height={90} loading="lazy" />
              {categoryName(category)}
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useAtRest(): boolean {
  const [atRest, setAtRest] = useState(false)
  useEffect(() => whenAtRest(() => setAtRest(true)), [])
  return atRest
}
