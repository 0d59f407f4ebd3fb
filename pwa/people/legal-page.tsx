import { format } from 'date-fns'
import type { ReactNode } from 'react'
import { TERMS_VERSION } from '#schema/consent'
import { NavLink } from '../ui/nav-link'
import { usePageTitle } from '../ui/page-title'
import { LEGAL_PAGES } from './legal-pages'
import '../styles/legal.css'

interface LegalPageProps {
  title: string
  children: ReactNode
}

/** A page of what holds between a person and the product, with its version. */
export function LegalPage({ title, children }: LegalPageProps) {
  usePageTitle(title)
  return (
    <article className="page legal stack">
      <h1>{title}</h1>
      <p className="muted">{`In force since ${format(new Date(`${TERMS_VERSION}T12:00:00`), 'MMMM d, yyyy')}.`}</p>
      {children}
      <nav className="row gap-3" aria-label="Terms, privacy and rules">
        {LEGAL_PAGES.map(({ label, to }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
    </article>
  )
}
