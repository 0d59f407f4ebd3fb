import { useState } from 'react'
import type { PhotoBlob } from '../disk/local-db'
import { photoRefusal } from './photo-refusal'
import { usePickedFiles } from './use-picked-files'

export interface PhotoPicks {
  /** Names of the files that are being made ready, the next one first. */
  busy: string[]
  /** One sentence for each file of the last pick that could not be taken. */
  refused: string[]
  /** Takes files in, one after the other; one that is no photo does not stop the others. `room`: how many more fit. */
  pick: (files: File[], room: number) => Promise<void>
}

/**
 * Makes picked files ready to be kept and sent: smaller, upright, as JPEG.
 * @param form names the form on this device
 * @param draftId names its draft
 * @param take keeps one photo together with the form that shows it; it throws when this device has no room
 */
export function usePhotoPicks(form: string, draftId: string, take: (photo: PhotoBlob) => Promise<void>): PhotoPicks {
  const [busy, setBusy] = useState<string[]>([])
  const [refused, setRefused] = useState<string[]>([])
  const pickAll = usePickedFiles(form, draftId, {
    begin: (files) => setBusy((names) => [...names, ...files.map(({ name }) => name)]),
    take,
    end(file, error) {
      const words = error === null ? null : photoRefusal(error, file)
      if (words) setRefused((before) => [...before.filter((other) => other !== words), words])
      setBusy((names) => names.slice(1))
    },
  })
  return {
    busy,
    refused,
    pick(files, room) {
      const left = files.slice(room)
      setRefused(left.length > 0 ? [`There was no room for ${left.map(({ name }) => name).join(', ')}.`] : [])
      return pickAll(files.slice(0, room))
    },
  }
}
