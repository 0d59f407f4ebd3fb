import { connect, type Socket } from 'node:net'

export interface RawCall {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  /** The address that the trusted proxy names. */
  from: string
  cookie?: string
  type?: string
  body?: string | Uint8Array
  /** The value of `Content-Length`, where it is not the truth. */
  length?: number
}

/** The head of a request as a trusted proxy sends it on. */
export function headOf({ method = 'POST', path, from, cookie, type = 'application/json', body, length }: RawCall) {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    `X-Forwarded-For: ${from}`,
    ...(cookie ? [`Cookie: ${cookie}`] : []),
    ...(method !== 'GET' ? [`Content-Type: ${type}`, `Content-Length: ${length ?? byteLength(body)}`] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

const byteLength = (body: RawCall['body']) => (body === undefined ? 0 : Buffer.byteLength(body))

/** A connection of its own. What comes back is kept as far as the status line, and counted. */
export interface Line {
  socket: Socket
  /** The status of the first answer once it is there; 'closed' where the connection ended before. */
  status: Promise<number | 'closed'>
  isOver(): boolean
}

export function openLine(port: number): Line {
  const socket = connect({ host: '127.0.0.1', port })
  const { promise: status, resolve } = Promise.withResolvers<number | 'closed'>()
  let start = ''
  socket.on('data', (part) => {
    if (start.length < 20) start += part.toString('latin1')
    const found = /^HTTP\/1\.1 (\d{3})/.exec(start)?.[1]
    if (found) resolve(Number(found))
  })
  socket.on('error', () => undefined)
  socket.on('close', () => resolve('closed'))
  return { socket, status, isOver: () => socket.destroyed }
}

/** One call over a connection of its own, which ends with the answer. */
export async function sendCall(port: number, call: RawCall): Promise<number | 'closed'> {
  const line = openLine(port)
  line.socket.write(headOf(call))
  if (call.body !== undefined) line.socket.write(call.body)
  const status = await line.status
  line.socket.destroy()
  return status
}
