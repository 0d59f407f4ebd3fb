import { callModeration } from '../moderation/call-moderation'
import { AskedPanel } from './asked-panel'
import { useAsked } from './use-asked'

const ask = () => callModeration('operatorMoney', {})

/** Money that waits for an operator: disputes, refunds that are owed, missing orders, payments that cannot be read. */
export function MoneyTasks() {
  const { asked, again } = useAsked(ask)
  return (
    <section className="stack stack--tight" aria-labelledby="money-tasks">
      <h2 id="money-tasks" className="operator__title">
        Waiting for you
      </h2>
      <AskedPanel asked={asked} again={again} what="what waits">
        {(lines) =>
          lines.length > 0 ? (
            <ul>
              {lines.map((line) => (
                <li key={line} className="fine long-text">
                  {line}
                </li>
              ))}
            </ul>
          ) : (
            <p className="muted">Nothing waits for an operator.</p>
          )
        }
      </AskedPanel>
    </section>
  )
}
