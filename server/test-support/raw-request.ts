import { connect } from 'node:net'

const SILENCE_MS = 2_000

/**
 * Sends bytes over a socket, as a port scanner does, and closes its side.
 * @returns all that came back, as text of one byte a character; '' when the server closed without an answer
 */
export function sendRaw(port: number, bytes: Uint8Array | string): Promise<string> {
  return new Promise((resolve) => {
    const received: Uint8Array[] = []
    const socket = connect({ host: '127.0.0.1', port })
    const finish = () => {
      socket.destroy()
      resolve(Buffer.concat(received).toString('latin1'))
    }
    // A request that the server still waits for gets no answer: the caller has hung up by then.
    socket.setTimeout(SILENCE_MS, finish)
    socket.on('data', (chunk: Uint8Array) => received.push(chunk))
    socket.on('error', finish)
    socket.on('close', finish)
    socket.end(bytes)
  })
}

/** The status of the first answer in what `sendRaw` returned; null where there is none. */
export function statusOf(answer: string): number | null {
  const status = /^HTTP\/1\.[01] (\d{3})/.exec(answer)?.[1]
  return status ? Number(status) : null
}
