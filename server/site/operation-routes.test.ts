import { expect, test } from 'bun:test'
import { TERMS_VERSION } from '#schema/consent'
import { openTestApp } from '../test-support/test-app'

async function answersOf(environment: Record<string, string>) {
  const t = await openTestApp(environment)
  const [config, health, ready] = await Promise.all(
    ['config', 'health', 'ready'].map(async (name) => (await t.call('GET', `/api/${name}`)).body),
  )
  await t.close()
  return { config, health, ready }
}

test('it says whether it lives, and whether it can write', async () => {
  expect(await answersOf({})).toMatchObject({ health: { status: 'live' }, ready: { status: 'ready' } })
})

test('the landing page’s sentence, the zone, the address for help and the map are the operator’s; the demo accounts are named in the demo alone', async () => {
  const supportContact = 'mailto:help@trestle.example'
  const own = {
    TAGLINE: 'For the barns of Vermont',
    MARKET_TIMEZONE: 'America/Chicago',
    SUPPORT_CONTACT: supportContact,
    TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png',
    TILES_CREDIT: '© Mapmakers',
  }
  expect((await answersOf(own)).config).toEqual({
    tagline: 'For the barns of Vermont',
    timezone: 'America/Chicago',
    day: { date: '2026-12-01', from: '2026-12-01T06:00:00.000Z', until: '2026-12-02T06:00:00.000Z' },
    feeBps: 0,
    keepsMails: true,
    termsVersion: TERMS_VERSION,
    supportContact,
    map: { tiles: 'https://tiles.example/{z}/{x}/{y}.png', credit: '© Mapmakers' },
    demoAccounts: [],
  })
  const { config } = await answersOf({ DEMO: '1' })
  expect(config.tagline).toBe('The place for apartment hosts of NYC')
  expect(config.supportContact).toBeUndefined()
  expect(config.map).toBeUndefined()
  expect(config.demoAccounts.map((account: { username: string }) => account.username)).toEqual([
    'host',
    'planner',
    'maker',
    'operator',
  ])
})

test('in production the demo’s password is told to nobody', async () => {
  const { config } = await answersOf({
    DEMO: '1',
    NODE_ENV: 'production',
    PAYMENTS_MODE: 'local',
    MAIL: 'off',
    ORIGIN: 'https://trestle.example',
  })
  expect(config.demoAccounts).toEqual([])
  expect(config.keepsMails).toBeUndefined()
})
