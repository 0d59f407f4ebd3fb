import { useEffect, useState } from 'react'
import { deviceName } from '../disk/device-db'
import type { Autosave } from '../drafts/autosave'
import { type EarlierWords, leaveAside, type putAside, readEarlierWords } from '../drafts/earlier-words'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'

/** Versions of something published that choices have put aside on this device. */
export interface EarlierOfThing {
  versions: EarlierWords
  /** The name of this device. */
  device: string
  /** To be called before the form changes. */
  putAside: (version: Parameters<typeof putAside>[2]) => void
}

/**
 * @param subject what was published, as 'listing:7'
 * @param form the draft of its form
 */
export function useEarlierWords(subject: string, form: Pick<Autosave<unknown>, 'handOver'>): EarlierOfThing {
  const { db } = useAccount().engine
  const found = useLiveQuery(() => readEarlierWords(db, subject, new Date()), [db, subject])
  const [device, setDevice] = useState('')
  useEffect(() => {
    deviceName().then(setDevice, () => undefined)
  }, [])
  return {
    versions: found ?? {},
    device,
    putAside: (version) => leaveAside(form, db, subject, version),
  }
}
