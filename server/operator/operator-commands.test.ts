import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { FOUND_KINDS, HIDEABLE, ThreadName } from '#schema/operator'
import { openDatabase } from '../db/open-database'
import { build, step } from '../db/steps'
import { users } from '../db/tables'
import { prepareDatabase } from '../prepare-database'
import { noticeRestore } from '../sync/clock'
import { contestDamage, type EndedRental, openEndedRental, reportDamage } from '../test-support/damage-kit'
import { placeOrder, postItem } from '../test-support/order-kit'
import { openTestApp, type TestApp } from '../test-support/test-app'
import { commandFailure, OPERATOR_HELP, runOperatorCommand } from './operator-commands'

let t: TestApp
let rental: EndedRental

beforeEach(async () => {
  t = await openTestApp()
  rental = await openEndedRental(t)
})

afterEach(async () => {
  expect(t.errors).toEqual([])
  await t.close()
})

/** The output of the command, whether it worked or not. */
async function run(...command: string[]): Promise<string> {
  try {
    return await runOperatorCommand(t.deps, command)
  } catch (error) {
    const words = commandFailure(error)
    if (words === null) throw error
    return words
  }
}

test('a claim is found, decided and logged', async () => {
  const id = String(await reportDamage(t, rental))
  expect(await run('claims')).toBe(
    `claim ${id}  booking ${rental.bookingId}  Pending Renter Review  estimate $20.00  rosa about rene  Forty plates`,
  )
  expect(await run('approve', id, '10', 'Seen')).toBe('This claim cannot be decided now.')
  await contestDamage(t, rental, Number(id))
  expect(await run('approve', id, '20.01', 'Seen')).toBe('That is more than the repair estimate.')
  expect(await run('approve', id, '12.50', 'Seen', 'on', 'both')).toStartWith(`Claim ${id} is approved: $12.50`)
  expect(await run('log')).toContain(`the command line  approve claim for $12.50  claim ${id}  Seen on both`)
  expect(await run('reject', id, 'No')).toBe('This claim cannot be decided now.')
})

test('things and people are taken off the pages and put back', async () => {
  const listing = String(rental.listingId)
  expect(await run('hide', 'listing', listing, 'Copied')).toBe(`The listing ${listing} is hidden.`)
  expect(await run('show', 'listing', listing, 'Sorted out')).toBe(`The listing ${listing} is on show.`)
  expect(await run('suspend', 'rosa', 'Cash')).toBe('rosa is suspended.')
  expect(await run('unsuspend', 'rosa', 'Sorry')).toBe('rosa is no longer suspended.')
  expect(await run('password', 'rosa', 'Called')).toStartWith('A link for a new password is on its way to rosa.')
  expect((await run('log')).split('\n')).toHaveLength(5)
})

test('an account is made an operator and is one no longer, each once and with its line in the log', async () => {
  const isOperator = async () => (await t.call('GET', '/api/user', { as: rental.owner.as })).body.isOperator
  expect(await isOperator()).toBe(false)
  expect(await run('grant', 'Rosa', 'Joined', 'the', 'team')).toBe('Rosa is an operator (admin).')
  expect(await isOperator()).toBe(true)
  await run('grant', 'rosa', 'Again')
  expect((await t.call('GET', '/api/operator/claims', { as: rental.owner.as })).status).toBe(200)
  expect(await run('revoke', 'rosa', 'Left')).toBe('rosa is no longer an operator.')
  expect(await isOperator()).toBe(false)
  expect((await t.call('GET', '/api/operator/claims', { as: rental.owner.as })).status).toBe(403)
  const acts = (await run('log')).split('\n').map((line) => line.split('  ').slice(1).join('  '))
  expect(acts).toEqual([
    'the command line  revoke operator  user rosa  Left',
    'the command line  grant operator (admin)  user rosa  Joined the team',
  ])
  expect(await run('grant', 'rosa', 'finance', 'Back', 'for', 'refunds')).toBe('rosa is an operator (finance).')
  expect(await run('grant', 'rosa', 'support', 'Moved')).toBe('rosa is an operator (support).')
  await run('suspend', 'rita', 'Cash')
  expect(await run('grant', 'rita', 'Sorry')).toBe('A suspended account cannot be an operator.')
})

test('an account that has the name of the command line from before is in its reach, and has none of its rights', async () => {
  const renamed = build.update(users).set({ username: 'cli', usernameKey: 'cli' }).where(eq(users.id, rental.owner.id))
  await t.deps.db.write(() => [step(renamed)])
  const id = String(rental.bookingId)
  expect(await run('refund', id, '1', 'why')).toBe(`Booking ${id}: $1.00 has been returned in all.`)
  expect(await run('hold-payouts', 'cli', 'Cash')).toBe('The payouts of cli are held.')
  await run('grant', 'cli', 'Joined')
  const body = { username: rental.operator.username, note: 'Locked out' }
  expect((await t.call('POST', '/api/operator/password', { as: rental.owner.as, body })).status).toBe(403)
})

const faults: [command: string[], words: string][] = [
  [['claims'], 'There are no claims.'],
  [['log'], 'Nothing has been done yet.'],
  [['approve'], 'Please give an amount in dollars, such as 12.50.'],
  [['approve', '1', 'twenty', 'Seen'], 'Please give an amount in dollars, such as 12.50.'],
  [['approve', '1', '10'], 'Please say why'],
  [['approve', 'one', '10', 'Seen'], 'Please give the number of the claim.'],
  [['reject', '999', 'No'], 'We could not find that.'],
  [['booking', '999'], 'There is no booking 999.'],
  [['refund', '999', '1', 'Sorry'], 'There is no booking 999.'],
  [['hide', 'boat', '1', 'No'], 'Please name a listing, an item, a post or a review.'],
  [['hide', 'post', '1', 'Spam'], 'There is no post 1.'],
  [['suspend', 'rosa'], 'Please say why'],
  [['suspend', 'nobody', 'Spam'], 'User Not Found'],
  [['grant', 'rosa'], 'Please say why'],
  [['codes-off', 'rosa'], 'Please say why'],
  [['grant', 'nobody', 'Joined'], 'User Not Found'],
]
test('the command names each wrong word, and does nothing', async () => {
  for (const [command, words] of faults) expect([command, await run(...command)]).toEqual([command, words])
  expect(await run('toString')).toBe(`There is no command "toString".\n\n${OPERATOR_HELP}`)
  expect(await run()).toBe(OPERATOR_HELP)
})

test('the help names every kind of thing that a command takes', () => {
  const taken = { hide: HIDEABLE, show: HIDEABLE, note: FOUND_KINDS, thread: ThreadName.shape.kind.options }
  for (const [command, kinds] of Object.entries(taken))
    expect(OPERATOR_HELP).toContain(`  ${command} ${kinds.join('|')} <id> <why>\n`)
})

test('the program itself runs on a folder that holds a database, and says so where there is none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'trestle-test-'))
  const start = async (...command: string[]) => {
    const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'test' }
    const program = join(import.meta.dir, '../operator.ts')
    const child = Bun.spawn([process.execPath, program, ...command], { env, stdout: 'pipe', stderr: 'pipe' })
    const [out, err, code] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
      child.exited,
    ])
    return { out: out.trim(), err: err.trim(), code }
  }
  try {
    expect(await start('help')).toEqual({ out: OPERATOR_HELP, err: '', code: 0 })
    expect((await start('claims')).err).toContain('DATA_DIR holds no database')
    const url = `file:${join(folder, 'trestle.db')}`
    await prepareDatabase(url)
    await (await openDatabase(url)).close()
    expect(await start('claims')).toEqual({ out: 'There are no claims.', err: '', code: 0 })
    expect(await start('suspend', 'nobody', 'Spam')).toEqual({ out: '', err: 'User Not Found', code: 1 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('what goes on after `restored` gives out no number twice', async () => {
  const [epoch, seq] = [t.deps.feed.epoch(), t.deps.feed.seq()]
  expect(await run('restored')).toBe('Every device fetches afresh, and looks for what was lost.')
  expect(t.deps.feed.epoch()).not.toBe(epoch)
  expect(t.deps.feed.seq()).toBe(seq + 10_000)
  expect(await noticeRestore(t.deps)).toBe(false)
})

test.each([
  ['refund', () => rental.bookingId],
  ['refund-order', orderedPlaceCards],
] as const)('%s that is given again with the same words makes no second refund', async (command, subject) => {
  const id = String(await subject())
  const give = (...note: string[]) => run(command, id, '5.00', ...note)
  expect(await give('Scratched')).toEndWith('$5.00 has been returned in all.')
  expect(await give('Scratched')).toBe(
    'The same refund was made within the last hour. Nothing more was returned; a refund beside it needs another note.',
  )
  expect(await give('Scratched', 'twice')).toEndWith('$10.00 has been returned in all.')
  t.clock.advance(3_600_001)
  expect(await give('Scratched')).toEndWith('$15.00 has been returned in all.')
})

async function orderedPlaceCards(): Promise<number> {
  return placeOrder(t, rental.renter, await postItem(t, rental.owner))
}
