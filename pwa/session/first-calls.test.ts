import { expect, test } from 'bun:test'
import { endpoints } from '#schema/endpoints'
import { FIRST_CALLS } from './first-calls'

test.each(Object.entries(FIRST_CALLS))('%s goes where the contract says', (name, path) => {
  expect(endpoints[name as keyof typeof FIRST_CALLS]).toMatchObject({ method: 'GET', path })
})
