import { useEffect, useEffectEvent, useState } from 'react'

/**
 * The server's last answer with rows; none before there is one.
 * @param key what is asked for, as text; an empty one asks nothing
 */
export function useServerRows<Row>(key: string, ask: (key: string) => Promise<readonly Row[]>): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([])
  const askFor = useEffectEvent(ask)
  useEffect(() => {
    if (key === '') return
    let isCurrent = true
    askFor(key).then(
      (found) => isCurrent && setRows(found),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [key])
  return rows
}
