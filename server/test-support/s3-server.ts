import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Account } from '../storage/objects'
import { freePort } from './free-port'

/** A server on loopback that speaks the protocol of S3, with one bucket `trestle`. It takes every key. */
export interface S3Server {
  account: S3Account
  /** What a server needs to keep its photos there. */
  environment: Record<string, string>
  close(): Promise<void>
}

/** Starts a server with an empty bucket, or over what lies in `kept`. */
export async function openS3Server(kept?: string): Promise<S3Server> {
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'trestle-s3-'))
  const port = await freePort()
  const configureBuckets = [{ name: 'trestle', configs: [] }]
  const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets })
  await server.run()
  const account = {
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
  return {
    account,
    environment: {
      S3_BUCKET: 'trestle',
      S3_ENDPOINT: account.endpoint,
      S3_REGION: account.region,
      S3_ACCESS_KEY_ID: account.accessKeyId,
      S3_SECRET_ACCESS_KEY: account.secretAccessKey,
    },
    async close() {
      await server.close()
      if (!kept) rmSync(directory, { recursive: true, force: true })
    },
  }
}
