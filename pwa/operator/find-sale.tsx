import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type ReactNode, useState } from 'react'
import { useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { fieldOf } from '../ui/fields/field-of'
import { SubmitButton } from '../ui/fields/submit-button'
import { TextField } from '../ui/fields/text-field'
import { FindSaleForm } from './operator-forms'
import { useAct } from './use-act'

interface FindSaleProps<Sale> {
  /** The form's name: 'Find a booking'. */
  name: string
  /** 'Booking number' */
  label: string
  find: (id: number) => Promise<Sale>
  /** Below the form while there is no connection. */
  offline?: string
  children: (sale: Sale, onChanged: (sale: Sale) => void) => ReactNode
}

/** A booking or an order, found by its number. */
export function FindSale<Sale>({ name, label, find, offline, children }: FindSaleProps<Sale>) {
  const [sale, setSale] = useState<Sale | null>(null)
  const { reachable, act } = useAct({ isReading: true })
  const form = useForm<z.infer<typeof FindSaleForm>>({
    defaultValues: { number: '' },
    resolver: standardSchemaResolver(FindSaleForm),
  })
  const submit = form.handleSubmit(({ number }) =>
    act(form, async () => {
      setSale(null)
      setSale(await find(Number(number)))
      return null
    }),
  )
  return (
    <>
      <form className="operator__find flush row align-start gap-3" noValidate onSubmit={submit} aria-label={name}>
        <TextField label={label} inputMode="numeric" autoComplete="off" {...fieldOf(form)('number')} />
        <SubmitButton
          className="is-secondary"
          busy={form.formState.isSubmitting}
          busyLabel="Looking"
          disabled={!reachable}
        >
          Find
        </SubmitButton>
      </form>
      {offline && !reachable && <p className="offline-reason well fine">{offline}</p>}
      {/* An answer that comes late is about a sale that may not be shown any more. */}
      {sale && children(sale, (changed) => setSale((shown) => (shown === sale ? changed : shown)))}
    </>
  )
}
