import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ENV_NAMES, parseEnv } from './env'

const read = (name: string) => Bun.file(join(import.meta.dir, '..', name)).text()

test('the example and the README name every variable, and the example changes nothing', async () => {
  const lines = (await read('.env.example')).split('\n').filter((line) => /^\w/.test(line))
  const example = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2)))
  expect(Object.keys(example).toSorted()).toEqual(ENV_NAMES.toSorted())
  expect(parseEnv(example)).toEqual(parseEnv({}))
  const readme = await read('README.md')
  for (const name of ENV_NAMES) expect(readme).toContain(name)
})

test('faults of single variables and of variables that do not fit together are told at once', () => {
  const faulty = { PORT: 'abc', ORIGIN: 'trestle', NODE_ENV: 'production', STRIPE_SECRET_KEY: 'sk_test_x' }
  const told = () => parseEnv(faulty)
  for (const words of [
    'PORT must be',
    'ORIGIN must be',
    'STRIPE_PUBLISHABLE_KEY must be',
    'STRIPE_WEBHOOK_SECRET must be',
  ])
    expect(told).toThrow(words)
})

test('in production the public address is https, unless it is this machine', () => {
  const production = { NODE_ENV: 'production', PAYMENTS_MODE: 'local' }
  expect(() => parseEnv({ ...production, ORIGIN: 'http://trestle.example' })).toThrow('ORIGIN must be an https address')
  expect(parseEnv({ ...production, ORIGIN: 'http://localhost:3000' }).origin).toBe('http://localhost:3000')
  expect(parseEnv({ ...production, ORIGIN: 'https://trestle.example/' }).origin).toBe('https://trestle.example')
})
