import { useState } from 'react'
import type { AskBank } from './payment-confirmer'

/** The bank's step, while the person plays the bank. */
export type BankStep = { end: (outcome: 'complete' | 'fail') => void } | null

/** `askBank` shows the bank's step and waits for how the person ends it. */
export function useBankStep(): { bankStep: BankStep; askBank: AskBank } {
  const [bankStep, setBankStep] = useState<BankStep>(null)
  return {
    bankStep,
    askBank: () =>
      new Promise((resolve) =>
        setBankStep({
          end(outcome) {
            setBankStep(null)
            resolve(outcome)
          },
        }),
      ),
  }
}
