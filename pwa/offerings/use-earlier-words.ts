import { useEffect, useState } from 'react'
import { deviceName } from '../disk/device-db'
import { type EarlierWords, putAside, readEarlierWords } from '../drafts/earlier-words'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'

/** Versions of something published that choices have put aside on this device. */
export interface EarlierOfThing {
  versions: EarlierWords
  /** The name of this device. */
  device: string
  putAside: (version: Parameters<typeof putAside>[2]) => void
}

/** @param subject what was published, as 'listing:7' */
export function useEarlierWords(subject: string): EarlierOfThing {
  const { db } = useAccount().engine
  const found = useLiveQuery(() => readEarlierWords(db, subject, new Date()), [db, subject])
  const [device, setDevice] = useState('')
  useEffect(() => {
    deviceName().then(setDevice, () => undefined)
  }, [])
  return {
    versions: found ?? {},
    device,
    // The choice is made also if nothing can be kept: both versions were on the screen.
    putAside: (version) => void putAside(db, subject, version, new Date()).catch(() => undefined),
  }
}
