import { CalendarClock } from 'lucide-react'
import { useId } from 'react'
import type { Day } from '#schema/date-range'
import { DayField } from '../../ui/fields/day-field'
import { FieldError } from '../../ui/fields/field'
import { deliveryDay, needByWords } from './order-rules'
import type { OrderDraft } from './purchase-drafts'

interface DeliveryTimeProps {
  maker: string
  /** The day on which an order of today is expected. */
  expected: Day
  today: Day
  draft: OrderDraft
  problems: Readonly<Record<string, string>>
  onChange: (part: Partial<OrderDraft>) => void
}

/** When it can be there, and whether that is early enough. */
export function DeliveryTime({ maker, expected, today, draft, problems, onChange }: DeliveryTimeProps) {
  const { needBy, askedMaker } = draft
  const fit = needBy && needBy >= today ? needByWords(needBy, expected, today) : null
  return (
    <section className="stack" aria-labelledby="order-time">
      <h3 id="order-time">When</h3>
      <p className="order__expected min-0 breaks line">
        <CalendarClock />
        <span>
          Estimated delivery: <strong>{deliveryDay(expected, today)}</strong>
        </span>
      </p>
      <DayField
        label="Needed by"
        optional
        value={needBy}
        min={today}
        onChange={(day) => onChange({ needBy: day, askedMaker: false })}
        {...(problems.needBy ? { error: problems.needBy } : {})}
        {...(fit && !fit.isMissed ? { hint: fit.words } : {})}
      />
      {fit?.isMissed && (
        <AskedMaker
          maker={maker}
          words={fit.words}
          isTicked={askedMaker}
          error={problems.askedMaker}
          onChange={(ticked) => onChange({ askedMaker: ticked })}
        />
      )}
    </section>
  )
}

interface AskedMakerProps {
  maker: string
  words: string
  isTicked: boolean
  error: string | undefined
  onChange: (isTicked: boolean) => void
}

function AskedMaker({ maker, words, isTicked, error, onChange }: AskedMakerProps) {
  const id = useId()
  const described = error ? `${id}-words ${id}-error` : `${id}-words`
  return (
    <div className="field order__late framed framed--gold" role="status">
      <p id={`${id}-words`}>{words}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={isTicked}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          onChange={(event) => onChange(event.target.checked)}
        />
        {`I have asked ${maker} whether it can be there by then`}
      </label>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}
