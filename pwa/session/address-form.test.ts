import { expect, test } from 'bun:test'
import { useState } from 'react'
import '../test-support/disk-in-memory'
import type { Address } from '#schema/address'
import { runHook } from '../test-support/run-hook'
import { useAddressFields } from './address-form'
import type { OwnAddress } from './own-address'

const HOME: Address = { street: '412 5th Street', city: 'Brooklyn', state: 'NY', zipCode: '11215' }
const REFUSED: Address = { ...HOME, street: '9 Lantern Lane' }
const THEIRS: Address = { ...HOME, street: '1 Arch Rd', zipCode: '11216' }
/** Turns of the page, so that a busy machine takes as many. */
const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await Bun.sleep(1)
}

const at = (address: Address, state?: 'waiting' | 'attention'): OwnAddress => ({
  address,
  waiting: state ? { opId: 'one', state, error: null, isClash: false } : null,
})

test.each<[string, OwnAddress, OwnAddress, Address, Address]>([
  [
    'is discarded: it goes on from the one that stands',
    at(REFUSED, 'attention'),
    at(HOME),
    { ...HOME, city: 'Queens' },
    HOME,
  ],
  [
    'was sent, and another device has changed it since',
    at(REFUSED, 'waiting'),
    at(THEIRS),
    { ...REFUSED, city: 'Queens' },
    REFUSED,
  ],
  ['another device changes', at(HOME), at(THEIRS), { ...HOME, city: 'Queens' }, HOME],
])('a form is typed in while the address that it shows %s', async (_, before, after, values, seen) => {
  const fields = runHook(() => {
    const [own, setOwn] = useState(before)
    return { ...useAddressFields({ ...own, draft: null }), setOwn }
  })
  await settled()
  fields.latest()?.form.setValue('city', 'Queens', { shouldDirty: true })
  await settled()
  fields.latest()?.setOwn(after)
  await settled()
  expect([fields.latest()?.form.getValues(), fields.latest()?.seen]).toEqual([values, seen])
  fields.stop()
})

test('a refused address that is saved again as it is stays in the form while it is saved', async () => {
  const fields = runHook(() => {
    const [own, setOwn] = useState(at(REFUSED, 'attention'))
    const { form, ...rest } = useAddressFields({ ...own, draft: null })
    // Read as the form's screen reads it.
    return { isSubmitting: form.formState.isSubmitting, form, ...rest, setOwn }
  })
  await settled()
  const saved = Promise.withResolvers<void>()
  const saving = fields.latest()?.form.handleSubmit(() => saved.promise)()
  await settled()
  // The refused write goes a moment before the next one is kept.
  fields.latest()?.setOwn(at(HOME))
  await settled()
  expect(fields.latest()?.form.getValues()).toEqual(REFUSED)
  fields.latest()?.setOwn(at(REFUSED, 'waiting'))
  saved.resolve()
  await saving
  await settled()
  expect(fields.latest()?.form.getValues()).toEqual(REFUSED)
  fields.stop()
})
