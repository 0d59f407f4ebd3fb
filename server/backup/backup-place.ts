import { folderObjects, type Objects, type S3Account, s3Objects } from '../storage/objects'
import { BackupFault } from './backup-fault'

const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]+)\/?(.*)$/

/**
 * Opens the place of backups: a folder, or `s3://bucket/folder`.
 * @throws BackupFault for an address of S3 that names no bucket
 */
export function openPlace(place: string, account: S3Account): Objects {
  if (!place.startsWith('s3:')) return folderObjects(place)
  const [, bucket, folder = ''] = S3_PLACE.exec(place) ?? []
  if (!bucket) throw new BackupFault(`${place} names no bucket: s3://bucket/folder`)
  return s3Objects(bucket, folder.replace(/\/*$/, folder === '' ? '' : '/'), account)
}
