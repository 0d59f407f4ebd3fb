import { expect, test } from 'bun:test'
import { holdOffer, openRental } from '../test-support/rental-kit'
import { openTestApp } from '../test-support/test-app'
import { drainMails } from './drain-mails'

test('without a mail server, mails are kept and read on the machine itself, where no script runs', async () => {
  const t = await openTestApp()
  const rental = await openRental(t)
  expect((await t.call('GET', '/mail')).body).toContain('Nothing yet.')
  const id = await holdOffer(t, rental, 'renter')
  await drainMails(t.deps)
  await drainMails(t.deps)
  const list = await t.call('GET', '/mail')
  expect(list.body.match(/New offer from rene/g)).toHaveLength(1)
  const [, path = ''] = /href="(\/mail\/\d+)"/.exec(list.body) ?? []
  const mail = await t.call('GET', path)
  expect(mail.body).toContain(`/offers/${id}`)
  for (const { headers } of [list, mail]) {
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('cache-control')).toBe('no-store')
  }
  expect((await t.call('GET', '/mail/999')).status).toBe(404)
  expect(t.errors).toEqual([])
  await t.close()
})

test.each([
  ['at a public address', { ORIGIN: 'https://trestle.example' }],
  ['listening to a network', { HOST: '0.0.0.0' }],
  ['with a mail server', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@trestle.example' }],
  ['without mail', { MAIL: 'off' }],
])('%s nobody reads mails on the server', async (_, environment) => {
  const t = await openTestApp(environment)
  expect((await t.call('GET', '/mail')).status).toBe(404)
  expect((await t.call('GET', '/mail/1')).status).toBe(404)
  await t.close()
})

test('a page of another name that leads to the machine reads no mail', async () => {
  const t = await openTestApp()
  for (const host of ['evil.example', '192.168.1.5:3000', 'localhost.evil.example'])
    expect([host, (await t.fetch(new Request(`http://${host}/mail`))).status]).toEqual([host, 404])
  expect((await t.fetch(new Request('http://evil.example/mail/1'))).status).toBe(404)
  await t.close()
})

test('a server without mail keeps none and waits for none', async () => {
  const t = await openTestApp({ MAIL: 'off' })
  await holdOffer(t, await openRental(t), 'renter')
  await drainMails(t.deps)
  const [lines] = await t.deps.db.readBatch([{ sql: 'SELECT outcome FROM mail_outbox', args: [] }])
  expect(lines?.rows.map(({ outcome }) => outcome)).toEqual(['off'])
  await t.close()
})
