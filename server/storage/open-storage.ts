import { join } from 'node:path'
import type { Env } from '../env'
import { folderObjects, type Objects, s3Objects } from './objects'

/** Less than a device waits for an answer. */
const PATIENCE_MS = 10_000

/** The photos that people have uploaded: in the bucket `S3_BUCKET`, else in `DATA_DIR/uploads`. */
export function openPhotos({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Objects {
  if (s3.bucket === '') return folderObjects(join(dataDir, 'uploads'))
  return s3Objects(s3.bucket, `${s3.prefix}uploads/`, s3, PATIENCE_MS)
}

/** The notes of servers beside their database: in its folder, or in the bucket that they share. */
export function openNotes({ dataDir, s3, database }: Pick<Env, 'dataDir' | 's3' | 'database'>): Objects {
  return database ? s3Objects(s3.bucket, `${s3.prefix}state/`, s3, PATIENCE_MS) : folderObjects(dataDir)
}
