import { afterEach, describe, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { parseEnv } from '../env'
import { addressOf, callerOf, noteCallers, originOfCall } from './caller'

const trusted = (list: string) => parseEnv({ TRUSTED_PROXIES: list }).trustedProxies

describe('who is asking', () => {
  test.each([
    ['no proxy is trusted: the header says nothing', '', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    ['a trusted proxy names its caller', '10.0.0.1', '10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['a stranger that sends the header itself', '10.0.0.1', '203.0.113.9', '198.51.100.7', '203.0.113.9'],
    [
      'what stands left of the caller is their own claim',
      '10.0.0.0/8',
      '10.0.0.1',
      '1.1.1.1, 198.51.100.7',
      '198.51.100.7',
    ],
    ['two proxies in a row', '10.0.0.0/8', '10.0.0.1', '198.51.100.7, 10.2.3.4', '198.51.100.7'],
    ['a proxy asks for itself', '10.0.0.0/8', '10.0.0.1', null, '10.0.0.1'],
    ['nobody but proxies', '10.0.0.0/8', '10.0.0.1', '10.9.9.9, 10.2.3.4', '10.9.9.9'],
    ['no address at all', '10.0.0.1', '10.0.0.1', 'unknown', '10.0.0.1'],
    ['an address in another notation is none', '10.0.0.1', '10.0.0.1', '0x7f.1', '10.0.0.1'],
    [
      'something that is no address cuts off what stands left of it',
      '10.0.0.0/8',
      '10.0.0.1',
      '198.51.100.7, _x',
      '10.0.0.1',
    ],
    ['an empty header', '10.0.0.1', '10.0.0.1', ' , ', '10.0.0.1'],
    ['a port behind the address', '10.0.0.1', '10.0.0.1', '198.51.100.7:4711', '198.51.100.7'],
    ['a proxy in IPv6', 'fd00::/8', 'fd00::1', '198.51.100.7', '198.51.100.7'],
    ['the long form of an IPv4 proxy', '10.0.0.1', '::ffff:10.0.0.1', '198.51.100.7', '198.51.100.7'],
    ['IPv6 is counted by its network', '', '2001:db8:1:2:3:4:5:6', null, '2001:db8:1:2::/64'],
    ['IPv6 behind a proxy, in brackets', '10.0.0.1', '10.0.0.1', '[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ])('%s', (_what, proxies, peer, forwarded, expected) => {
    expect(addressOf(peer, forwarded, trusted(proxies))).toBe(expected)
  })

  test('two addresses of one IPv6 network are one caller, two networks are two', () => {
    expect(addressOf('2001:db8::1', null, [])).toBe(addressOf('2001:db8::ffff:1', null, []))
    expect(addressOf('2001:db8::1', null, [])).not.toBe(addressOf('2001:db8:0:1::1', null, []))
  })
})

test.each(['10.0.0.300', '10.0.0.0/33', 'proxy.example', '10.0.0.1/', 'fd00::/129'])(
  'the start refuses %s as a proxy',
  (list) => {
    expect(() => trusted(`10.0.0.1, ${list}`)).toThrow('TRUSTED_PROXIES must be')
  },
)

const servers: Elysia[] = []
afterEach(async () => {
  for (const app of servers.splice(0)) await app.stop(true)
})

const tell = (environment: Record<string, string>) => {
  const app = new Elysia()
  noteCallers(app, { env: parseEnv(environment) })
  app.get('/', ({ request }) => callerOf(request))
  return app
}

test('a request that came over no network is local, or what its maker says', async () => {
  const app = tell({ TRUSTED_PROXIES: '127.0.0.1' })
  const headers = { 'x-forwarded-for': '198.51.100.7' }
  expect(await (await app.handle(new Request('http://localhost/', { headers }))).text()).toBe('local')
  const told = originOfCall(new Request('http://localhost/'), '203.0.113.9')
  expect(await (await app.handle(told)).text()).toBe('203.0.113.9')
})

test('over a network it is the other end of the connection, and behind a proxy the one that it names', async () => {
  const ask = async (environment: Record<string, string>) => {
    const app = tell(environment).listen({ port: 0, hostname: '127.0.0.1' })
    servers.push(app)
    const answer = await fetch(`http://127.0.0.1:${app.server?.port}/`, {
      headers: { 'x-forwarded-for': '198.51.100.7' },
    })
    return answer.text()
  }
  expect(await ask({})).toBe('127.0.0.1')
  expect(await ask({ TRUSTED_PROXIES: '127.0.0.0/8' })).toBe('198.51.100.7')
})
