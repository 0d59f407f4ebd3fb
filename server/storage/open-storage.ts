import { join } from 'node:path'
import type { Env } from '../env'
import { folderObjects, type Objects, s3Objects } from './objects'

/** The photos that people have uploaded: in the bucket `S3_BUCKET`, else in `DATA_DIR/uploads`. */
export function openPhotos({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Objects {
  return s3.bucket === '' ? folderObjects(join(dataDir, 'uploads')) : s3Objects(s3.bucket, `${s3.prefix}uploads/`, s3)
}

/** The notes of servers beside their database: in its folder, or in the bucket that they share. */
export function openNotes({ dataDir, s3, database }: Pick<Env, 'dataDir' | 's3' | 'database'>): Objects {
  return database ? s3Objects(s3.bucket, `${s3.prefix}state/`, s3) : folderObjects(dataDir)
}
