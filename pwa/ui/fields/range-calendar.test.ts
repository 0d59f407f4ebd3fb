import { expect, test } from 'bun:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { RangeCalendar } from './range-calendar'

test('today is the day that the market has, whatever the device says', () => {
  const calendar = { value: {}, onChange: () => {}, min: '2031-03-01', today: '2031-03-02' }
  const days = renderToStaticMarkup(createElement(RangeCalendar, calendar)).match(/aria-label="Today, [^"]*"/g)
  expect(days).toEqual(['aria-label="Today, Sunday, March 2nd, 2031"'])
})
