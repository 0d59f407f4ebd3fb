import { join } from 'node:path'
import type { Env } from '../env'
import { folderObjects, type Objects, s3Objects } from './objects'

/** The photos that people have uploaded: in the bucket `S3_BUCKET`, else in `DATA_DIR/uploads`. */
export function openPhotos({ dataDir, s3 }: Pick<Env, 'dataDir' | 's3'>): Objects {
  return s3.bucket === '' ? folderObjects(join(dataDir, 'uploads')) : s3Objects(s3.bucket, 'uploads/', s3)
}
