import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  /** As it came over the wire. */
  raw: string
  headers: Map<string, string>
}

/** How a test's mail server behaves from now on. */
export interface MailServerMood {
  /** Answers to RCPT TO. */
  refuses?: { code: number; words: string }
  /** Answers to the end of DATA. */
  refusesData?: { code: number; words: string }
  /** Takes the mail and hangs up without a word. */
  dropsAfterData?: boolean
  /** Never answers RCPT TO. */
  isSilent?: boolean
}

/** A real SMTP server on this machine that keeps what it is handed. */
export interface TestMailServer {
  url: string
  received: ReceivedMail[]
  mood: MailServerMood
  close(): Promise<void>
}

export async function openMailServer(port = 0): Promise<TestMailServer> {
  const received: ReceivedMail[] = []
  const mail: TestMailServer = { url: '', received, mood: {}, close }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      const { refuses, isSilent } = mail.mood
      if (!isSilent) done(refuses && Object.assign(new Error(refuses.words), { responseCode: refuses.code }))
    },
    async onData(stream, session, done) {
      const parts: Buffer[] = []
      for await (const part of stream) parts.push(part as Buffer)
      const { refusesData, dropsAfterData } = mail.mood
      if (refusesData) return done(Object.assign(new Error(refusesData.words), { responseCode: refusesData.code }))
      const raw = Buffer.concat(parts).toString()
      received.push({ to: session.envelope.rcptTo[0]?.address ?? '', raw, headers: readHeaders(raw) })
      if (dropsAfterData) for (const connection of server.connections) connection.close()
      else done()
    },
  })
  server.on('error', () => undefined)
  const listening = server.listen(port, '127.0.0.1')
  await once(listening, 'listening')
  mail.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  async function close() {
    for (const connection of server.connections) connection.close()
    await new Promise<void>((resolve) => server.close(resolve))
  }
  return mail
}

function readHeaders(raw: string): Map<string, string> {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new Map(
    head
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), decodeWords(line.slice(line.indexOf(':') + 2))]),
  )
}

/** Words beyond ASCII, as headers carry them. */
function decodeWords(text: string): string {
  const joined = text.replace(/\?=\s+=\?/g, '?==?')
  return joined.replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, words: string) => fromQuotedPrintable(words.replaceAll('_', ' ')))
}

/** The plain and the HTML part, decoded. */
export function partsOf({ raw }: ReceivedMail): { text: string; html: string } {
  const boundary = /boundary="([^"]+)"/.exec(raw)?.[1] ?? ''
  const part = (type: string) => {
    const found = raw.split(`--${boundary}`).find((each) => each.includes(`Content-Type: ${type}`)) ?? ''
    const body = found.slice(found.indexOf('\r\n\r\n') + 4)
    return found.includes('quoted-printable')
      ? fromQuotedPrintable(body)
      : found.includes('base64')
        ? Buffer.from(body, 'base64').toString()
        : body
  }
  return { text: part('text/plain'), html: part('text/html') }
}

function fromQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
