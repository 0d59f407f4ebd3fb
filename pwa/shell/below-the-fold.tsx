import { CalendarX2, HandCoins, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import { ABOUT_PAGES, LEGAL_PAGES } from '../people/legal-pages'
import { NavLink } from '../ui/nav-link'
import { LandingShelves } from './landing-shelves'

const HOW_IT_WORKS = [
  ['Find it', 'Search what people nearby rent out by the day, with or without a connection.'],
  ['Offer for your dates', 'Pick your days and send an offer. A hold is placed on your card, nothing is taken yet.'],
  [
    'Collect it',
    'Once the owner approves and the payment is taken, the dates are yours and the address is shown to you.',
  ],
] as const

const PROMISES = [
  [HandCoins, 'A hold, not a payment', 'Your card is held when you offer. Nothing is taken before the owner approves.'],
  [CalendarX2, 'Cancel by clear rules', 'Each listing says until when you get your money back, before you offer.'],
  [
    Scale,
    'Claims are heard',
    'An owner reports damage within a day. You have three days to answer, and silence alone never charges.',
  ],
] as const

/** The front page below the categories: real things, how it works, `children`, promises, the footer. */
export function BelowTheFold({ children }: { children: ReactNode }) {
  return (
    <>
      <LandingShelves />
      <HowItWorks />
      {children}
      <section aria-labelledby="landing-promises">
        <h2 id="landing-promises">What you can count on</h2>
        <ul className="promises grid gap-5 plain-list">
          {PROMISES.map(([Icon, title, sentence]) => (
            <li key={title}>
              <Icon />
              <h3>{title}</h3>
              <p>{sentence}</p>
            </li>
          ))}
        </ul>
      </section>
      <footer className="landing__footer wrap muted fine">
        <strong>{PRODUCT_NAME}</strong>
        {[...ABOUT_PAGES, ...LEGAL_PAGES].map(({ label, to }) => (
          <NavLink key={to} className="tap-line" to={to}>
            {label}
          </NavLink>
        ))}
      </footer>
    </>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="landing-how">
      <h2 id="landing-how">How it works</h2>
      <ol className="how-it-works plain-list grid gap-5">
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
