import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import S3rver from 's3rver'
import type { S3Account } from '../storage/objects'
import { freePort } from './free-port'

/** A server on loopback that speaks the protocol of S3, with the buckets `trestle` and `database`. It takes every key. */
export interface S3Server {
  account: S3Account
  /** The environment of a server that keeps its photos there. */
  environment: Record<string, string>
  /** The environment of a database server that keeps a copy of itself there, in the bucket `database`. */
  copying: Record<string, string>
  close(): Promise<void>
}

interface Store {
  listObjects(bucket: string, options: ListOptions): Promise<Listing>
  getObject(...asked: unknown[]): Promise<unknown>
  putObject(object: StoredObject): Promise<{ size: number; md5: string }>
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>
  getResourcePath(bucket: string, key: string, resource: 'object'): string
}

interface StoredObject {
  bucket: string
  key: string
  content: AsyncIterable<Uint8Array> | Uint8Array
  metadata: unknown
}

interface ListOptions {
  maxKeys?: number
}

interface Listing {
  objects: { key: string }[]
  isTruncated: boolean
}

/** S3 lists names in their order. s3rver lists them as its file system does, which is by time in a folder in memory. */
function listInOrder(store: Store): void {
  const list = store.listObjects.bind(store)
  store.listObjects = async (bucket, options) => {
    const { maxKeys = Number.POSITIVE_INFINITY } = options
    const listed = await list(bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY })
    const objects = listed.objects.toSorted((one, other) => (one.key < other.key ? -1 : 1))
    return { ...listed, objects: objects.slice(0, maxKeys), isTruncated: objects.length > maxKeys }
  }
}

/** A name of S3 holds a whole object or none, whoever reads meanwhile. s3rver writes into the file that others read. */
function putWhole(store: Store): void {
  const get = store.getObject.bind(store)
  let last: Promise<unknown> = Promise.resolve()
  const afterOthers = <Value>(work: () => Promise<Value>): Promise<Value> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
  // A reader looks up the length before it opens the file.
  store.getObject = (...asked) => afterOthers(() => get(...asked))
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = content instanceof Uint8Array ? content : Buffer.concat(await Array.fromAsync(content))
    const md5 = createHash('md5').update(bytes).digest('hex')
    const path = store.getResourcePath(bucket, key, 'object')
    await afterOthers(async () => {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.draft`, bytes)
      await rename(`${path}.draft`, path)
      await store.putMetadata(bucket, key, metadata, md5)
    })
    return { size: bytes.length, md5 }
  }
}

/** Starts a server with an empty bucket, or over what lies in `kept`. */
export async function openS3Server(kept?: string): Promise<S3Server> {
  const directory = kept ?? mkdtempSync(join(tmpdir(), 'trestle-s3-'))
  const port = await freePort()
  const configureBuckets = ['trestle', 'database'].map((name) => ({ name, configs: [] }))
  const server = new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets })
  const { store } = server as unknown as { store: Store }
  listInOrder(store)
  putWhole(store)
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
