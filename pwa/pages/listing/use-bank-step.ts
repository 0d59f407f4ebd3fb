import { useState } from 'react'

/** The bank's step, while the person plays the bank. */
export type BankStep = { end: (outcome: 'complete' | 'fail') => void } | null

/** Shows the stand-in for the bank's step and waits for how its person ends it. */
export function useBankStep(): { bankStep: BankStep; askBank: () => Promise<'complete' | 'fail'> } {
  const [bankStep, setBankStep] = useState<BankStep>(null)
  const askBank = () =>
    new Promise<'complete' | 'fail'>((resolve) =>
      setBankStep({
        end(outcome) {
          setBankStep(null)
          resolve(outcome)
        },
      }),
    )
  return { bankStep, askBank }
}
