import { ASK_DISK } from '../disk/ask-disk'
import { DiskVersions, diskVersions } from '../disk/disk-versions'

/**
 * Is a waiting worker of a build that could not use this device's databases? The release was rolled back then. Never answered
 * for a build from before this question, which is older too.
 */
export async function isOlderBuild(worker: ServiceWorker): Promise<boolean> {
  const [own, other] = [diskVersions(), await askDisk(worker)]
  return other.device < own.device || other.account < own.account
}

function askDisk(worker: ServiceWorker): Promise<DiskVersions> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(DiskVersions.parse(data))
    worker.postMessage({ type: ASK_DISK }, [port2])
  })
}
