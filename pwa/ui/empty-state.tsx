import type { ReactNode } from 'react'

export type Drawing = 'inspiration' | 'listings' | 'messages' | 'not-found' | 'offers' | 'offline' | 'purchases'

export interface EmptyStateProps {
  drawing: Drawing
  title: string
  /** One more sentence, when there is one to say. */
  children?: ReactNode
  /** One button or button link. */
  action?: ReactNode
  headingLevel?: 1 | 2 | 3
}

/** Nothing here yet: a small drawing, the sentence, one thing to do. */
export function EmptyState({ drawing, title, children, action, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="empty-state stack gap-3">
      <img className="drawing" src={`/drawings/${drawing}.svg`} alt="" width={240} height={180} />
      <Heading dir="auto">{title}</Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}

/** A page with nothing else on it. */
export function EmptyPage(props: Omit<EmptyStateProps, 'headingLevel'>) {
  return (
    <div className="page">
      <EmptyState {...props} headingLevel={1} />
    </div>
  )
}
