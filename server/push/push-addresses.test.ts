import { expect, test } from 'bun:test'
import { isPublicAddress, lookUpPublic } from '../http/public-addresses'
import { isPushAddress } from './push-addresses'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['https://autopush.prod.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://push.example/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evil-notify.windows.com/abc', false],
  ['https://notify.windows.com/abc', false],
  ['https://evilfcm.googleapis.com/abc', false],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://person:secret@push.example/abc', false],
  ['https://localhost/abc', false],
  ['https://printer.local/abc', false],
  ['https://db.internal/abc', false],
  ['https://db.internal./abc', false],
  ['https://93.184.216.34/abc', false],
  ['https://2130706433/abc', false],
  ['https://[2606:2800:220:1::1]/abc', false],
  ['http://127.0.0.1:9000/abc', false],
  ['file:///etc/hosts', false],
  ['nowhere', false],
])('a browser is reached at %s: %p', (endpoint, allowed) => {
  expect(isPushAddress(endpoint, { hosts: [], allowsLoopback: false })).toBe(allowed)
})

test('this machine is reached only where that was allowed, and no other machine with it', () => {
  expect(isPushAddress('http://127.0.0.1:9000/abc', { hosts: [], allowsLoopback: true })).toBe(true)
  expect(isPushAddress('http://10.0.0.1:9000/abc', { hosts: [], allowsLoopback: true })).toBe(false)
  expect(isPushAddress('http://push.example/abc', { hosts: [], allowsLoopback: true })).toBe(false)
})

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.1.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fd00::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  '2002:a00:1::',
  '2001:db8::1',
  'x',
])('%s is nobody’s business', (address) => expect(isPublicAddress(address)).toBe(false))

test.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1'])('%s is public', (address) =>
  expect(isPublicAddress(address)).toBe(true),
)

test('a name that leads to this machine is refused where the connection is made', async () => {
  const error = await new Promise((resolve) => lookUpPublic('localhost', { all: true }, (problem) => resolve(problem)))
  expect(String(error)).toContain('not a public one')
})

test('further push services are those that the environment names', () => {
  const allows = (endpoint: string) =>
    isPushAddress(endpoint, { hosts: ['push.example', '*.push.test'], allowsLoopback: false })
  const addresses = [
    'https://push.example/a',
    'https://eu.push.test/a',
    'https://a.push.example/a',
    'https://push.test/a',
  ]
  expect(addresses.map(allows)).toEqual([true, true, false, false])
  expect(allows('http://push.example/a')).toBe(false)
})
