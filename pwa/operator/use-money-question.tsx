import { type ReactNode, useState } from 'react'
import { Modal } from '../ui/modal'

interface MoneyQuestion {
  /** 'Charge rene $10.00?' */
  title: string
  /** The consequence, in words. */
  words: string
  /** The name of the press: 'Yes, charge $10.00'. */
  press: string
}

/** Asks once more, with the amount, before an operator moves money of others. `ask` answers whether it may go on. */
export function useMoneyQuestion(): { ask: (question: MoneyQuestion) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<(MoneyQuestion & { answer: (mayGoOn: boolean) => void }) | null>(null)
  const ask = (question: MoneyQuestion) =>
    new Promise<boolean>((resolve) => {
      const answer = (mayGoOn: boolean) => {
        setAsked(null)
        resolve(mayGoOn)
      }
      setAsked({ ...question, answer })
    })
  const dialog = asked && (
    <Modal
      open
      title={asked.title}
      onClose={() => asked.answer(false)}
      footer={
        <>
          <button type="button" onClick={() => asked.answer(true)}>
            {asked.press}
          </button>
          <button type="button" className="is-secondary" onClick={() => asked.answer(false)}>
            Not yet
          </button>
        </>
      }
    >
      <p>{asked.words}</p>
    </Modal>
  )
  return { ask, dialog }
}
