import { type ReactNode, useState } from 'react'
import { PressDialog } from '../ui/press-dialog'

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
    <PressDialog
      title={asked.title}
      onClose={() => asked.answer(false)}
      press={asked.press}
      onPress={() => asked.answer(true)}
      back="Not yet"
    >
      <p>{asked.words}</p>
    </PressDialog>
  )
  return { ask, dialog }
}
