import { liveQuery } from 'dexie'
import { useEffect, useRef, useState } from 'react'
import type { PhotoRef } from '../disk/mutations'
import { useAccount } from '../session/account'

/** A clear pixel, for a photo that is on this device and has not been read from it yet. */
export const NOT_READ_YET = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

/** An address under which a photo can be shown, also one that is on this device alone; null until it is read. */
export function usePhotoAddress(photo: PhotoRef | null): string | null {
  return usePhotoAddresses(photo ? [photo] : [])[0] ?? null
}

/** Addresses under which photos can be shown, also of those on this device alone; null until one has been read. */
export function usePhotoAddresses(photos: readonly PhotoRef[]): (string | null)[] {
  const { db } = useAccount().engine
  const made = useRef(new Map<string, string>())
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(made.current)
  const wanted = photos.flatMap((photo) => ('blobId' in photo ? [photo.blobId] : [])).join(' ')

  useEffect(() => {
    const missing = wanted.split(' ').filter((id) => id !== '' && !made.current.has(id))
    if (missing.length === 0) return
    // A form shows a photo before the disk has it.
    const reading = liveQuery(() => db.blobs.bulkGet(missing)).subscribe((blobs) => {
      for (const blob of blobs)
        if (blob && !made.current.has(blob.blobId))
          made.current.set(blob.blobId, URL.createObjectURL(new Blob([blob.bytes], { type: blob.type })))
      setAddresses(new Map(made.current))
      if (missing.every((id) => made.current.has(id))) reading.unsubscribe()
    })
    return () => reading.unsubscribe()
  }, [db, wanted])

  useEffect(() => {
    const held = made.current
    return () => {
      for (const address of held.values()) URL.revokeObjectURL(address)
      held.clear()
    }
  }, [])

  return photos.map((photo) => ('url' in photo ? photo.url : (addresses.get(photo.blobId) ?? null)))
}
