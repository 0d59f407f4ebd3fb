import { describe, expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { DayField } from './day-field'
import { dayRangeText } from './day-range'
import { QuantityField } from './quantity-field'
import { SelectField } from './select-field'
import { TextField } from './text-field'

const attribute = (html: string, element: string, name: string) =>
  new RegExp(`<${element}[^>]* ${name}="([^"]*)"`).exec(html)?.[1]

describe('a field', () => {
  test('ties label, error and hint to its control', () => {
    const html = renderToStaticMarkup(
      createElement(TextField, { label: 'Street', hint: 'Seen after approval.', error: 'Street address is required' }),
    )
    const described = attribute(html, 'input', 'aria-describedby')?.split(' ') ?? []
    expect(attribute(html, 'label', 'for')).toBe(attribute(html, 'input', 'id'))
    expect(attribute(html, 'input', 'aria-invalid')).toBe('true')
    expect(attribute(html, 'input', 'aria-required')).toBe('true')
    expect(described).toHaveLength(2)
    for (const id of described)
      expect(html).toMatch(new RegExp(`<p class="field__${id.split('-').at(-1)}\\b[^"]*" id="${id}">`))
  })

  test('claims nothing that is not so', () => {
    const html = renderToStaticMarkup(createElement(TextField, { label: 'Note', optional: true }))
    expect(html).toContain('(optional)')
    for (const name of ['aria-describedby', 'aria-invalid', 'aria-required']) {
      expect(attribute(html, 'input', name)).toBeUndefined()
    }
  })
})

describe('a screen reader says "required"', () => {
  const ANY = [{ value: '', label: 'Anywhere' }]
  const required = (html: string, element: string) => attribute(html, element, 'aria-required')
  const select = (props: { placeholder?: string; optional?: boolean }) =>
    renderToStaticMarkup(
      createElement(SelectField, { label: 'Place', options: ANY, value: '', onChange() {}, ...props }),
    )

  test('of a choice that has to be made, and of none that stands already', () => {
    expect(required(select({ placeholder: 'Please choose' }), 'select')).toBe('true')
    expect(required(select({ placeholder: 'Please choose', optional: true }), 'select')).toBeUndefined()
    expect(required(select({}), 'select')).toBeUndefined()
  })

  test('of no number that is always there', () => {
    const html = renderToStaticMarkup(createElement(QuantityField, { label: 'Pieces', value: 1, onChange() {} }))
    expect(required(html, 'input')).toBeUndefined()
    expect(html).not.toContain('(optional)')
  })

  test('of nothing that can only be read', () => {
    const html = renderToStaticMarkup(createElement(TextField, { label: 'Address', value: 'https://', readOnly: true }))
    expect(required(html, 'input')).toBeUndefined()
  })
})

test('the buttons of a number stay in place at its ends, so that nobody loses the focus', () => {
  const html = renderToStaticMarkup(createElement(QuantityField, { label: 'Pieces', value: 1, max: 1, onChange() {} }))
  const buttons = html.match(/<button[^>]*>/g) ?? []
  expect(buttons.map((button) => / (?:aria-)?disabled="[^"]*"/.exec(button)?.[0])).toEqual([
    ' aria-disabled="true"',
    ' aria-disabled="true"',
  ])
})

describe('dayRangeText', () => {
  test('both days', () => {
    expect(dayRangeText({ from: '2026-11-21', to: '2026-12-02' })).toBe('Nov 21, 2026 - Dec 02, 2026')
  })

  test('a range of one day', () => {
    expect(dayRangeText({ from: '2026-11-21', to: '2026-11-21' })).toBe('Nov 21, 2026')
  })

  test('a range that is only begun, and none', () => {
    expect(dayRangeText({ from: '2026-11-21' })).toBe('Nov 21, 2026')
    expect(dayRangeText({})).toBe('')
  })
})

test('a day has a year before 9000', () => {
  const html = renderToStaticMarkup(createElement(DayField, { label: 'Needed by', value: null, onChange() {} }))
  expect(attribute(html, 'input', 'max')).toBe('8999-12-31')
})
