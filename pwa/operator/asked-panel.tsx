import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state'
import { NotLoaded } from '../ui/failure'
import { Spinner } from '../ui/spinner'
import type { Asked } from './use-asked'

interface AskedPanelProps<Answer> {
  asked: Asked<Answer>
  again: () => Promise<void>
  /** 'the claims' */
  what: string
  children: (answer: Answer) => ReactNode
}

/** The server's answer, or the reason why there is none. */
export function AskedPanel<Answer>({ asked, again, what, children }: AskedPanelProps<Answer>) {
  switch (asked.state) {
    case 'loading':
      return <Spinner label={`Loading ${what}`} />
    case 'offline':
      return (
        <EmptyState drawing="offline" title="No connection">
          {`Operators see ${what} as they are at the server. They are loaded as soon as there is a connection.`}
        </EmptyState>
      )
    case 'failed':
      return <NotLoaded again={() => void again()}>{asked.message}</NotLoaded>
    case 'loaded':
      return children(asked.answer)
  }
}
