import type { ReactNode } from 'react'
import { TERMS_VERSION } from '#schema/consent'
import { termsDate } from '../session/terms-date'
import { NavLink } from '../ui/nav-link'
import { LEGAL_PAGES } from './legal-pages'
import { TextPage } from './text-page'

interface LegalPageProps {
  title: string
  children: ReactNode
}

/** A page of what holds between a person and the product, with its version. */
export function LegalPage({ title, children }: LegalPageProps) {
  return (
    <TextPage title={title}>
      <p className="muted">{`In force since ${termsDate(TERMS_VERSION)}.`}</p>
      {children}
      <nav className="row gap-3" aria-label="Terms, privacy and rules">
        {LEGAL_PAGES.map(({ label, to }) => (
          <NavLink key={to} to={to}>
            {label}
          </NavLink>
        ))}
      </nav>
    </TextPage>
  )
}
