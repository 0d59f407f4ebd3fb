import { expect, test } from 'bun:test'
import { parseEnv } from '../env'
import { securityHeaders } from './security-headers'

const policyWith = (variables: Record<string, string>) =>
  securityHeaders(parseEnv(variables))['content-security-policy'] ?? ''
const mapOf = (tiles: string) => ({ TILES_URL: tiles, TILES_CREDIT: '© Mapmakers' })

test('without a map, pictures come from our own origin alone', () => {
  expect(policyWith({})).toContain("; img-src 'self' blob: data:; ")
})

test.each([
  ['https://tiles.example/{z}/{x}/{y}.png?key=a', 'https://tiles.example'],
  ['http://127.0.0.1:4000/osm/{z}/{x}/{y}.png', 'http://127.0.0.1:4000'],
])('with tiles at %s, their origin may be shown and nothing else changes', (tiles, origin) => {
  const policy = policyWith(mapOf(tiles))
  expect(policy).toContain(`; img-src 'self' blob: data: ${origin}; `)
  expect(policy.replace(` ${origin}`, '')).toBe(policyWith({}))
})
