import MailComposer from 'nodemailer/lib/mail-composer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { MailEnv } from '../env'
import type { RenderedMail } from './mail-template'

/** From the look-up of the name to the server's last word. */
const DEADLINE_MS = 60_000
/** Replies to a recipient that mean: there is nobody of that name here. */
const NO_SUCH_ADDRESS = new Set([550, 551, 553, 556])

export interface MailMessage extends RenderedMail {
  /** The same for each try at the same mail: a mail server that has taken it before knows it again. */
  messageId: string
  to: string
  /** The address that switches such mails off, or null for one that cannot be. */
  offUrl: string | null
}

/**
 * `bounced`: there is no such address. `refused`: the server does not take this mail, ever. `later`: not now; `isSilent` when
 * the server did not get as far as looking at the mail. `words`: the server's own.
 */
export type MailOutcome =
  | { kind: 'sent' }
  | { kind: 'bounced' | 'refused'; words: string }
  | { kind: 'later'; words: string; isSilent: boolean }

export type MailSender =
  | { mode: 'smtp'; send(message: MailMessage): Promise<MailOutcome> }
  | { mode: 'kept' }
  | { mode: 'off' }

/** The way out for mails, as the environment says. `send` never throws. */
export function openMailSender({ mail }: { mail: MailEnv }, deadlineMs = DEADLINE_MS): MailSender {
  if (mail.mode !== 'smtp') return { mode: mail.mode }
  const { server, from } = mail
  return {
    mode: 'smtp',
    async send(message) {
      try {
        const node = compose(from, message)
        await deliver(server, node.getEnvelope(), await node.build(), deadlineMs)
        return { kind: 'sent' }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

function compose(from: string, { messageId, to, offUrl, subject, text, html }: MailMessage) {
  return new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    headers: {
      // No holiday note comes back for it.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(offUrl && { 'List-Unsubscribe': `<${offUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()
}

type Server = Extract<MailEnv, { mode: 'smtp' }>['server']
type Envelope = ReturnType<ReturnType<typeof compose>['getEnvelope']>

/** One connection for one mail. @throws Error with the server's code where there is one */
async function deliver(server: Server, envelope: Envelope, raw: Buffer, deadlineMs: number): Promise<void> {
  const connection = new SMTPConnection({
    host: server.host,
    port: server.port,
    secure: server.secure,
    requireTLS: server.requireTLS,
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
  })
  const failed = Promise.withResolvers<never>()
  // A server that says a little now and then keeps every timeout of the connection from ending it.
  const timer = setTimeout(() => failed.reject(new Error('The mail server did not answer in time')), deadlineMs)
  connection.on('error', failed.reject)
  connection.on('end', () => failed.reject(new Error('The mail server closed the connection')))
  const say = (action: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      failed.promise,
      new Promise<void>((resolve, reject) => action((error) => (error ? reject(error) : resolve()))),
    ])
  failed.promise.catch(() => undefined)
  try {
    await say((done) => connection.connect(done))
    const { auth } = server
    if (auth) await say((done) => connection.login(auth, done))
    await say((done) => connection.send({ ...envelope, from: envelope.from || '' }, raw, done))
    connection.quit()
  } finally {
    clearTimeout(timer)
    connection.close()
  }
}

interface SmtpFault {
  command: string
  code: number
  words: string
}

function outcomeOf(error: unknown): MailOutcome {
  const { command, code, words } = readFault(error)
  const isAboutMail = command === 'RCPT TO' || command === 'DATA' || command === 'MAIL FROM'
  // A password that is not taken, a server that is gone: the next mail would fare no better.
  if (!isAboutMail || code < 500) return { kind: 'later', words, isSilent: !isAboutMail }
  // 5.7 is a rule of the server against us, and says nothing of the address.
  const isBounce = command === 'RCPT TO' && NO_SUCH_ADDRESS.has(code) && !/\b5\.7\.\d/.test(words)
  return { kind: isBounce ? 'bounced' : 'refused', words }
}

/** Nodemailer hangs the command, the code and the answer on its errors, and those of each recipient under `rejectedErrors`. */
function readFault(error: unknown): SmtpFault {
  const fault = error as {
    command?: unknown
    responseCode?: unknown
    response?: unknown
    message?: unknown
    rejectedErrors?: unknown[]
  }
  const [first] = Array.isArray(fault.rejectedErrors) ? fault.rejectedErrors : []
  if (first) return readFault(first)
  return {
    command: String(fault.command ?? ''),
    code: Number(fault.responseCode) || 0,
    words: String(fault.response ?? fault.message ?? error).slice(0, 300),
  }
}

/** The name under which mail servers know a mail: made of what it is about, so that no other mail ever has it. */
export function messageIdOf(origin: string, life: string, line: { userId: number; event: string }): string {
  const name = new Bun.CryptoHasher('sha256')
    .update(`${life}\n${line.userId}\n${line.event}`)
    .digest('hex')
    .slice(0, 40)
  return `<${name}@${new URL(origin).hostname.replace(/[[\]]/g, '')}>`
}
