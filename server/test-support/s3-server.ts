import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Account } from '../storage/objects'
import { freePort } from './free-port'

/** A server on loopback that speaks the protocol of S3, with the buckets `trestle` and `database`. It takes every key. */
export interface S3Server {
  account: S3Account
  /** What a server needs to keep its photos there. */
  environment: Record<string, string>
  /** What a database server needs to keep a copy of itself there, in the bucket `database`. */
  copying: Record<string, string>
  close(): Promise<void>
}

interface Store {
  listObjects(bucket: string, options: ListOptions): Promise<Listing>
}

interface ListOptions {
  maxKeys?: number
}

interface Listing {
  objects: { key: string }[]
  isTruncated: boolean
}

/** S3 lists names in their order. s3rver lists them as its file system does, which is by time in a folder in memory. */
function listInOrder({ store }: { store: Store }): void {
  const list = store.listObjects.bind(store)
  store.listObjects = async (bucket, options) => {
    const { maxKeys = Number.POSITIVE_INFINITY } = options
    const listed = await list(bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY })
    const objects = listed.objects.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    return { ...listed, objects: objects.slice(0, maxKeys), isTruncated: objects.length > maxKeys }
  }
}

/** Starts a server with an empty bucket, or over what lies in `kept`. */
export async function openS3Server(kept?: string): Promise<S3Server> {
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'trestle-s3-'))
  const port = await freePort()
  const configureBuckets = ['trestle', 'database'].map((name) => ({ name, configs: [] }))
  const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets })
  listInOrder(server as unknown as { store: Store })
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
    copying: {
      LIBSQL_BOTTOMLESS_ENDPOINT: account.endpoint,
      LIBSQL_BOTTOMLESS_BUCKET: 'database',
      LIBSQL_BOTTOMLESS_AWS_DEFAULT_REGION: account.region,
      LIBSQL_BOTTOMLESS_AWS_ACCESS_KEY_ID: account.accessKeyId,
      LIBSQL_BOTTOMLESS_AWS_SECRET_ACCESS_KEY: account.secretAccessKey,
      LIBSQL_BOTTOMLESS_DATABASE_ID: 'trestle',
      LIBSQL_BOTTOMLESS_BATCH_INTERVAL_SECS: '1',
    },
    async close() {
      await server.close()
      if (!kept) rmSync(directory, { recursive: true, force: true })
    },
  }
}
