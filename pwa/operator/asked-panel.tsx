import type { ReactNode } from 'react'
import { EmptyState } from '../ui/empty-state'
import { FieldError } from '../ui/fields/field'
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
      return (
        <div className="stack stack--tight" role="alert">
          <FieldError>{asked.message}</FieldError>
          <div>
            <button type="button" className="is-secondary" onClick={() => void again()}>
              Try again
            </button>
          </div>
        </div>
      )
    case 'loaded':
      return children(asked.answer)
  }
}
