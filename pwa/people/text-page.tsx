import type { ReactNode } from 'react'
import { usePageTitle } from '../ui/page-title'
import '../styles/legal.css'

interface TextPageProps {
  title: string
  children: ReactNode
}

/** A page of long text. */
export function TextPage({ title, children }: TextPageProps) {
  usePageTitle(title)
  return (
    <article className="page legal reading stack">
      <h1>{title}</h1>
      {children}
    </article>
  )
}
