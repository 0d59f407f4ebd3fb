import { Fragment } from 'react'

/** An amount, already formatted. It is red only when it is owed. */
export function Money({ amount, owed = false }: { amount: string; owed?: boolean }) {
  return (
    <span className="money" data-owed={owed}>
      {amount}
    </span>
  )
}

export interface MoneyLine {
  label: string
  amount: string
  total?: boolean
}

/** A breakdown whose amounts stand under each other. */
export function MoneyLines({ lines }: { lines: MoneyLine[] }) {
  return (
    <dl className="money-lines facts">
      {lines.map(({ label, amount, total }) => (
        <Fragment key={label}>
          <dt data-total={total || undefined}>{label}</dt>
          <dd className="money" data-total={total || undefined}>
            {amount}
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}
