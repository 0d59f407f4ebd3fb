import type { TestApp } from './test-app'

export interface KeptMail {
  address: string
  subject: string
  text: string
}

/** The mails that were kept instead of sent since the last time, the oldest first. */
export async function keptMailsOf({ deps: { db } }: TestApp): Promise<KeptMail[]> {
  const [found] = await db.readBatch([{ sql: 'SELECT * FROM kept_mails ORDER BY id', args: [] }])
  await db.batch([{ sql: 'DELETE FROM kept_mails', args: [] }])
  return (found?.rows ?? []).map(({ address, subject, text }) => ({
    address: String(address),
    subject: String(subject),
    text: String(text),
  }))
}
