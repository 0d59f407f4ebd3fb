import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CurrentUser } from '#schema/user'
import { StatusChip } from '../ui/status-chip'

interface RefusalProps {
  /** 'Not published'. */
  chip: string
  /** It answers a press on this page, and no field takes the focus: it comes into view and takes it. */
  isForPress: boolean
  children: ReactNode
}

/** Why something was not taken, where its person is. */
export function Refusal({ chip, isForPress, children }: RefusalProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isForPress) return
    box.current?.scrollIntoView({ block: 'center' })
    box.current?.focus({ preventScroll: true })
  }, [isForPress])
  return (
    <div ref={box} tabIndex={-1} className="create-notice stack stack--tight" data-tone="refused" role="alert">
      <StatusChip tone="refused">{chip}</StatusChip>
      {children}
    </div>
  )
}

/** Whether a field that a refusal named has been changed since, so that its words may no longer be true. */
export function useChangedSince<Values extends FieldValues, Checked>(
  form: UseFormReturn<Values, unknown, Checked>,
  opId: string | null,
  named: readonly string[],
): boolean {
  const [changed, setChanged] = useState<string | null>(null)
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback({ name }) {
        if (opId !== null && named.includes(name?.split('.')[0] ?? '')) setChanged(opId)
      },
    }),
  )
  return opId !== null && changed === opId
}

/** Whether the set-up that a listing was refused for has been finished meanwhile. */
export function isSetUpSince(
  code: string | undefined,
  user: Pick<CurrentUser, 'hasCompletedAddressSetup' | 'hasCompletedStripeOnboarding'>,
): boolean {
  if (code === 'address_required') return user.hasCompletedAddressSetup
  return code === 'payout_setup_required' && user.hasCompletedStripeOnboarding
}
