import { expect, test } from 'bun:test'
import { endpoints } from '#schema/endpoints'
import { askedText } from './ask-past-held'

test('a paragraph that is pasted into a search is asked for as far as the server takes it', () => {
  const search = askedText(` ${'a party in the garden '.repeat(20)}`)
  expect(search).toStartWith('a party')
  expect(endpoints.listPosts.query?.safeParse({ search }).success).toBe(true)
  expect(endpoints.searchListings.query?.safeParse({ text: search, limit: 24 }).success).toBe(true)
})
