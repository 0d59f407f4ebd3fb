import { Landmark } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'

/**
 * Stands in for the bank's page when the built-in provider wants one more step. It lies in the page and not in a modal
 * dialog, exactly where the bank's own page could appear.
 */
export function BankStepPanel({ onEnd }: { onEnd: (outcome: 'complete' | 'fail') => void }) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div
      ref={panel}
      className="bank-step no-ring framed framed--gold stack gap-3"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-words`}
      tabIndex={-1}
    >
      <h3 id={`${id}-title`}>
        <Landmark />
        Your bank asks for one more step
      </h3>
      <p id={`${id}-words`} className="fine">
        This stands in for the bank&rsquo;s own page. No real money moves.
      </p>
      <div className="row">
        <button type="button" onClick={() => onEnd('complete')}>
          Complete
        </button>
        <button type="button" className="is-secondary" onClick={() => onEnd('fail')}>
          Fail
        </button>
      </div>
    </div>
  )
}
