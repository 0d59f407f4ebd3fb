import { useEffect, useState } from 'react'
import type { PhotoRef } from '../disk/mutations'
import { useAccount } from '../session/account'

/** An address under which a photo can be shown, also one that is on this device alone; null until it is read. */
export function usePhotoAddress(photo: PhotoRef | null): string | null {
  const { db } = useAccount().engine
  const blobId = photo && 'blobId' in photo ? photo.blobId : null
  const [local, setLocal] = useState<{ blobId: string; address: string } | null>(null)

  useEffect(() => {
    if (!blobId) return
    let address: string | undefined
    let live = true
    db.blobs.get(blobId).then((held) => {
      if (!live || !held) return
      address = URL.createObjectURL(new Blob([held.bytes], { type: held.type }))
      setLocal({ blobId, address })
    })
    return () => {
      live = false
      if (address) URL.revokeObjectURL(address)
    }
  }, [db, blobId])

  if (photo && 'url' in photo) return photo.url
  return local?.blobId === blobId ? (local?.address ?? null) : null
}

/** A clear pixel, for a photo that is on this device and has not been read from it yet. */
export const NOT_READ_YET = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
