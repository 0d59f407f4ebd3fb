import { ChevronLeft, Printer } from 'lucide-react'
import { PRODUCT_NAME } from '#schema/product'
import { EmptyState } from '../ui/empty-state'
import { Mark } from '../ui/mark'
import { NavLink } from '../ui/nav-link'
import { type MoneyLine, MoneyLines } from './money'
import '../styles/receipt.css'

interface ReceiptSheetProps {
  back: { to: string; label: string }
  /** Null while no money has moved. */
  paper: ReceiptPaper | null
  /** The state of the money, in plain words. */
  words: string
}

export interface ReceiptPaper {
  /** 'Number', 'TR-000042'. */
  facts: { name: string; value: string }[]
  lines: MoneyLine[]
  /** As accepted. */
  terms: string
}

/** One page on paper: who, what, when, how much, and where the money is. */
export function ReceiptSheet({ back, paper, words }: ReceiptSheetProps) {
  return (
    <div className="page page--reading receipt-page">
      <div className="row row--between receipt-page__bar">
        <NavLink className="back-link" to={back.to}>
          <ChevronLeft />
          {back.label}
        </NavLink>
        {paper && (
          <button type="button" onClick={() => window.print()}>
            <Printer />
            Print
          </button>
        )}
      </div>
      {paper ? (
        <Paper paper={paper} words={words} />
      ) : (
        <EmptyState drawing="offers" title="There is no receipt yet" headingLevel={1}>
          {words}
        </EmptyState>
      )}
    </div>
  )
}

function Paper({ paper: { facts, lines, terms }, words }: { paper: ReceiptPaper; words: string }) {
  return (
    <article className="receipt breaks stack gap-5 surface" aria-labelledby="receipt-title">
      <div className="receipt__head row gap-3 row--between">
        <span className="receipt__mark">
          <Mark />
          {PRODUCT_NAME}
        </span>
        <h1 id="receipt-title">Receipt</h1>
      </div>
      <dl className="receipt__facts facts grid gap-2">
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
      <MoneyLines lines={lines} />
      <p>{words}</p>
      {terms && (
        <section className="receipt__terms ruled" aria-label="Terms as accepted">
          <p className="long-text fine" dir="auto">
            {terms}
          </p>
        </section>
      )}
    </article>
  )
}
