import { afterAll, beforeAll, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { type StartedServer, serverProcesses } from './test-support/started-server'

const BODIES = 24
const BODY_MB = 59
const MB = Buffer.alloc(1_000_000, '[')
const MOST_GROWTH_MB = 50
const LOOK_MS = 10

const processes = serverProcesses()
let server: StartedServer

beforeAll(async () => {
  server = await processes.start(processes.newFolder())
}, 30_000)
afterAll(() => processes.end())

/** The server's share of the machine's memory, in megabytes. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_000

interface Sending {
  isChunked: boolean
  /** Waits for the answer before the body: nobody who sends on would read it. */
  isPatient?: boolean
}

/** Sends a body as far as the server takes it. @returns the status line of the answer, or that there is none */
function send(path: string, { isChunked, isPatient }: Sending): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port, '127.0.0.1')
    let answer = ''
    let sent = 0
    const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY_MB * MB.length}`
    socket.on('data', (part) => {
      answer += part
      if (answer.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer.split('\r\n')[0] || 'closed'))
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`)
    const more = () => {
      if (sent++ >= BODY_MB || socket.destroyed) return
      const part = isChunked
        ? Buffer.concat([Buffer.from(`${MB.length.toString(16)}\r\n`), MB, Buffer.from('\r\n')])
        : MB
      if (socket.write(part)) setImmediate(more)
      else socket.once('drain', more)
    }
    if (!isPatient) more()
  })
}

const PATHS = [
  '/api/login',
  '/api/register',
  '/api/sync/pull',
  '/api/stripe/webhook',
  '/api/upload',
  '/api/bookings',
  '/api/nothing',
  '/share',
]

test.each([
  ['that say how long they are', false],
  ['that come in pieces', true],
])(
  '24 bodies of 59 MB %s are refused and leave the memory as it is',
  async (_how, isChunked) => {
    // The memory that the server needs for its first requests is not counted.
    for (let nth = 0; nth < 50; nth++) await fetch(`${server.origin}/api/listings`)
    const before = memory()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, memory())
    }, LOOK_MS)
    const answers = await Promise.all(
      Array.from({ length: BODIES }, (_, nth) => send(PATHS[nth % PATHS.length] ?? '', { isChunked })),
    )
    clearInterval(watch)
    expect(most - before).toBeLessThan(MOST_GROWTH_MB)
    // A path that takes no body answers before the body is there.
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1.1 (413|401|404|303) |^closed$/)
    expect((await fetch(`${server.origin}/api/ready`)).ok).toBe(true)
  },
  60_000,
)

test('a length that is too long is refused before a byte of the body has come', async () => {
  for (const path of PATHS) expect(await send(path, { isChunked: false, isPatient: true })).toStartWith('HTTP/1.1 413 ')
}, 20_000)
