import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { BOARD_POSTS_MAX, BOARD_THINGS_MAX } from '#schema/inspiration'
import { formatCents, MAX_CHARGE_CENTS, MIN_CHARGE_CENTS } from '#schema/money'
import { OFFERING_MAX_BYTES } from '#schema/offering-size'
import { MAX_UPLOAD_MEGAPIXELS } from '#schema/upload'
import {
  accountLimits,
  addressLinkLimits,
  bodyLimits,
  cancelLimits,
  codeLimits,
  exportLimits,
  heavyReads,
  keptAnswers,
  NETWORK_TIMES,
  orderLimits,
  ownWrites,
  passwordLinkLimits,
  photoQueue,
  queueLimits,
  quotaLimits,
  type Rate,
  requestLimits,
  signInLimits,
  streamLimits,
  unprovenPhotos,
  YOUNG_ACCOUNT_DAYS,
} from './limits'

const number = (value: number) => new Intl.NumberFormat('en-US').format(value)
const bytes = (value: number) => (value >= 1_000_000 ? `${value / 1_000_000} MB` : `${value / 1_000} kB`)
const rate = (one: Rate | undefined) => (one ? [number(one.atOnce), number(one.perMinute)] : ['', ''])
const often = ({ atOnce, perMinute }: Rate) => `${number(atOnce)} at once, then one in ${number(1 / perMinute)} min`
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

const requests = table(
  ['Requests', 'address: at once', 'then a minute', 'person: at once', 'then a minute'],
  Object.values(requestLimits).map((limit) => [
    limit.what,
    ...rate(limit.address),
    ...rate('person' in limit ? limit.person : undefined),
  ]),
)

const things = table(
  ['Things of one person', 'a day, at first', 'a day, later', 'in all, at first', 'in all, later'],
  Object.values(quotaLimits).map(({ what, aDay, inAll }) => [
    what,
    ...[aDay.young, aDay.older, inAll.young, inAll.older].map(number),
  ]),
)

const further = table(
  ['Further limits', 'value'],
  [
    ['Wrong passwords of an account before the first delay', number(signInLimits.freeTries)],
    ['First delay, doubled by each further wrong password', `${signInLimits.firstDelayS} s`],
    ['Longest delay', `${signInLimits.longestDelayS} s`],
    ['Wrong passwords are forgotten after', `${signInLimits.forgottenAfterHours} h`],
    ['Wrong passwords of a known device: at once', number(signInLimits.knownDevice.atOnce)],
    ['Wrong passwords of a known device: then a minute', number(signInLimits.knownDevice.perMinute)],
    ['Passwords of one address that are hashed at once', number(signInLimits.atOncePerAddress)],
    ['Passwords of one address that wait', number(signInLimits.waitingPerAddress)],
    ['Passwords that wait in all', number(signInLimits.waitingInAll)],
    [
      'Half of the passwords, photos or long answers that somebody has had is forgotten after',
      `${queueLimits.halfLifeMinutes} min`,
    ],
    ['Links for a new password, or to confirm an address, of an account', often(passwordLinkLimits.account)],
    ['Links to confirm an address, whatever accounts name it', often(addressLinkLimits.address)],
    ['Codes of an account that are tried', often(codeLimits.account)],
    ['Downloads of all that an account has', often(exportLimits.account)],
    ['Sessions of an account', number(accountLimits.sessions)],
    ['Known devices of an account', number(accountLimits.knownDevices)],
    ['Passkeys of an account', number(accountLimits.passkeys)],
    ['Long answers that are made at once', number(heavyReads.atOnce)],
    ['Searches that are made at once', number(heavyReads.searchesAtOnce)],
    ['Reads of one caller that wait', number(heavyReads.waitingOfOne)],
    ['Reads that wait in all', number(heavyReads.waitingInAll)],
    ['Writes of one person that are under way at once', number(ownWrites.atOnce)],
    ['Writes of one person that wait', number(ownWrites.waiting)],
    ['Photos that are decoded at once', number(photoQueue.decodedAtOnce)],
    ['Photos that wait to be decoded', number(photoQueue.waitingToBeDecoded)],
    ['Photos of one person that wait', number(photoQueue.waitingOfPerson)],
    ['Photos that wait in all', number(photoQueue.waitingInAll)],
    ['Addresses of an IPv6 /48 that wait as one address does', number(queueLimits.neighbours)],
    ['Sign-ins, registrations and links of an IPv6 /48: times one address', number(NETWORK_TIMES)],
    ['Live streams of an address', number(streamLimits.perAddress)],
    ['Live streams of a person', number(streamLimits.perPerson)],
    ['Live streams in all', number(streamLimits.inAll)],
    ['Body of a JSON request', bytes(bodyLimits.json)],
    ['Body of a JSON request of somebody who is not signed in', bytes(bodyLimits.visitorsJson)],
    ['Levels of a JSON body', number(bodyLimits.jsonDepth)],
    ['Members of objects and lists in a JSON body', number(bodyLimits.jsonParts)],
    ['Body of a webhook', bytes(bodyLimits.webhook)],
    ['Body of an upload', bytes(bodyLimits.upload)],
    ['Body of any request', bytes(bodyLimits.any)],
    ['Answers of one person that are kept for repeats: at once', `${number(keptAnswers.atOnce)} kB`],
    ['Answers of one person that are kept for repeats: then a minute', `${number(keptAnswers.perMinute)} kB`],
    ['Bodies of one address that are on their way', bytes(bodyLimits.arrivingOfAddress)],
    ['Bodies that are on their way in all', bytes(bodyLimits.arrivingInAll)],
    ['Cancellations of what was paid for, of an account in a day: at first', number(cancelLimits.aDay.young)],
    ['Cancellations of what was paid for, of an account in a day: later', number(cancelLimits.aDay.older)],
    ['Cancellations of what was paid for, of an account in 30 days: at first', number(cancelLimits.aMonth.young)],
    ['Cancellations of what was paid for, of an account in 30 days: later', number(cancelLimits.aMonth.older)],
    ['Lines that one side adds to an order in a day', number(orderLimits.linesADay)],
    ['Pixels of a photo', `${MAX_UPLOAD_MEGAPIXELS} megapixels`],
    ['A listing, an item or a post as JSON', `${OFFERING_MAX_BYTES / 1024} kB`],
    ['Posts on a board', number(BOARD_POSTS_MAX)],
    ['Listings and items on a board', number(BOARD_THINGS_MAX)],
    ['Smallest payment', formatCents(MIN_CHARGE_CENTS)],
    ['Largest payment', formatCents(MAX_CHARGE_CENTS)],
    ['Photos in a day of an account whose address is not confirmed', number(unprovenPhotos.aDay)],
    ['Megabytes of photos in a day of an account whose address is not confirmed', number(unprovenPhotos.megabytesADay)],
    ['An account is new for', `${YOUNG_ACCOUNT_DAYS} days`],
  ],
)

test('the section on limits says what the server enforces', async () => {
  const text = await Bun.file(join(import.meta.dir, '../../docs/security.md')).text()
  const section = text.split(/^## /m).find((part) => part.startsWith('Limits\n')) ?? ''
  const tables = section.split('\n\n').filter((part) => part.startsWith('|'))
  expect(tables.map((part) => part.trim())).toEqual([requests, further, things])
})
