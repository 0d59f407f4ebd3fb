import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { useForm } from 'react-hook-form'
import { ListingRuleFields } from './listing-rule-fields'
import { EMPTY_LISTING, type ListingForm, type ListingFormValues } from './listing-values'

function isOpen(rules: Partial<ListingFormValues>, withVersions?: keyof ListingFormValues) {
  const Rules = () => {
    const form = useForm<ListingFormValues, unknown, ListingForm>({ defaultValues: { ...EMPTY_LISTING, ...rules } })
    const beside = (field: keyof ListingFormValues) => (field === withVersions ? 'From the phone: 3' : null)
    return createElement(ListingRuleFields, { form, beside })
  }
  return renderToStaticMarkup(createElement(Rules)).includes(' open=""')
}

test.each([
  ['folded while there is none', {}, undefined, false],
  ['folded while another field has two versions', {}, 'title', false],
  ['open once there is one', { maxDays: '9' }, undefined, true],
  ['open while one that is empty here has another version', {}, 'minDays', true],
] as const)('the rules of a listing are %s', (_, rules, withVersions, open) =>
  expect(isOpen(rules, withVersions)).toBe(open),
)
