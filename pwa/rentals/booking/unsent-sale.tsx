import type { DeviceDraft } from '../../drafts/draft-of'
import { UnsentText } from '../../drafts/unsent-text'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'

interface UnsentSaleProps<Values> {
  draft: DeviceDraft<Values>
  /** Everything that the form says; empty lines are left out. */
  linesOf: (values: Values) => (string | false | null)[]
  /** 'Throw this order away?' */
  question: string
  /** The page that shows what has arrived. */
  arrived: string
}

/** The form of an offer or an order that was begun and cannot be sent any more; nothing where there is none. */
export function UnsentSale<Values extends { attempt: unknown }>({
  draft,
  linesOf,
  question,
  arrived,
}: UnsentSaleProps<Values>) {
  const { db } = useAccount().engine
  const values = useLiveQuery(() => draft.read(db), [db, draft.id])
  if (!values) return null
  return (
    <UnsentText
      // One whose answer was lost may have arrived.
      why={values.attempt ? `Look under ${arrived} whether this has arrived:` : 'What you wrote here was not sent:'}
      text={linesOf(values).filter(Boolean).join('\n')}
      question={question}
      onThrowAway={() => void draft.forget(db)}
    />
  )
}
