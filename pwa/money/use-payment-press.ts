import { useRef, useState } from 'react'
import type { AskBank } from './payment-confirmer'

/** The bank's step, while the person plays the bank. */
export type BankStep = { end: (outcome: 'complete' | 'fail') => void } | null

/** A press that pays: one at a time, with the bank's step where the bank asks for one. */
export function usePaymentPress() {
  const running = useRef(false)
  const [isBusy, setBusy] = useState(false)
  const [bankStep, setBankStep] = useState<BankStep>(null)
  const askBank: AskBank = () =>
    new Promise((resolve) =>
      setBankStep({
        end(outcome) {
          setBankStep(null)
          resolve(outcome)
        },
      }),
    )
  return {
    isBusy,
    bankStep,
    /** Shows the bank's step and waits for how the person ends it. */
    askBank,
    isRunning: () => running.current,
    /** Does `work`, unless an earlier press is still under way. */
    async run(work: () => Promise<void>) {
      if (running.current) return
      running.current = true
      setBusy(true)
      try {
        await work()
      } finally {
        running.current = false
        setBusy(false)
      }
    },
  }
}
