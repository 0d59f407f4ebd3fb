import { useEffect, useRef, useState } from 'react'
import type { PhotoRef } from '../disk/mutations'
import { useAccount } from '../session/account'

/** Addresses under which photos can be shown, also of those on this device alone; null until one has been read. */
export function usePhotoAddresses(photos: readonly PhotoRef[]): (string | null)[] {
  const { db } = useAccount().engine
  const made = useRef(new Map<string, string>())
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(made.current)
  const wanted = photos.flatMap((photo) => ('blobId' in photo ? [photo.blobId] : [])).join(' ')

  useEffect(() => {
    let live = true
    const ids = wanted === '' ? [] : wanted.split(' ')
    const missing = ids.filter((id) => !made.current.has(id))
    db.blobs.bulkGet(missing).then((blobs) => {
      if (!live) return
      for (const blob of blobs)
        if (blob) made.current.set(blob.blobId, URL.createObjectURL(new Blob([blob.bytes], { type: blob.type })))
      setAddresses(new Map(made.current))
    })
    return () => {
      live = false
    }
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
