import { freeSpace, removeDownloadedPhotos } from '../photos/free-space'
import { ConfirmButton } from '../ui/confirm-button'
import { errorNotice, useToast } from '../ui/toasts'
import type { PhotoReport } from './storage-report'
import { formatBytes, freedWords } from './storage-words'

/** Room again, gently or thoroughly. */
export function FreeSpace({ photos }: { photos: PhotoReport }) {
  const toast = useToast()
  const spare = photos.bytes - photos.wantedBytes

  async function free(press: () => Promise<number>) {
    try {
      toast({ title: freedWords(await press()) })
    } catch {
      toast(errorNotice('Error', 'The photos could not be removed'))
    }
  }
  return (
    <section className="stack" aria-labelledby="storage-free">
      <h2 id="storage-free">Make room</h2>
      <div className="stack stack--tight">
        <p className="muted fine" id="storage-spare">
          {spare > 0
            ? `${formatBytes(spare)} are photos that you only came across.`
            : 'Every photo that is kept is wanted for when there is no connection.'}
        </p>
        <div className="row">
          <button
            type="button"
            className="is-secondary"
            disabled={spare === 0}
            aria-describedby="storage-spare"
            onClick={() => free(freeSpace)}
          >
            Free up space
          </button>
          {photos.count > 0 && (
            <ConfirmButton
              label="Remove downloaded pictures"
              question="They need a connection to come back."
              onConfirm={() => free(removeDownloadedPhotos)}
            />
          )}
        </div>
      </div>
    </section>
  )
}
