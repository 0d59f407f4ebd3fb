/**
 * The rest of the worker: everything that needs a database, and that no navigation waits for. `load-events` brings it when its
 * event comes.
 */

export { diskVersions } from '../disk/disk-versions'
export { touchPhotos } from '../disk/photo-cache'
export { flushOutbox } from './background-sync'
export { fetchImage } from './images'
export { openNotice, renewPush, takePush } from './push'
export { takeInShare } from './share-target'
