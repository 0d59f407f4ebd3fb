import { useEffect, useState } from 'react'
import type { Item } from '#schema/made-to-order'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useCatalogue } from '../../session/use-sync'
import { ApiError, call } from '../../sync/client'
import type { ShownOwnItem } from './own-item-overlay'
import { readOwnItem } from './own-items'

/** An item as far as it is known here. `own`: for its maker, archived ones too, with what they have done to it since. */
export type ShownItem =
  | { state: 'loading' | 'missing' | 'unreachable' }
  | { state: 'shown'; item: Item; own: ShownOwnItem | null }

type Asked = Item | 'missing' | 'unreachable'

/** An item of this device; what is not on it yet is asked of the server, once. */
export function useItem(id: number | null): ShownItem {
  const { catalogue, ready } = useCatalogue()
  const { db } = useAccount().engine
  const row = id === null ? undefined : catalogue.get('item', id)
  const own = useLiveQuery(() => (id === null ? null : readOwnItem(db, id)), [db, id])
  const [asked, setAsked] = useState<{ id: number; answer: Asked }>()
  const isWanted = ready && row === undefined && own === null && id !== null
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    askServer(id).then((answer) => live && setAsked({ id, answer }))
    return () => {
      live = false
    }
  }, [isWanted, id])
  if (id === null) return { state: 'missing' }
  if (own) return { state: 'shown', item: own.item, own }
  if (row) return { state: 'shown', item: row, own: null }
  const answer = asked?.id === id ? asked.answer : undefined
  if (answer === undefined) return { state: 'loading' }
  return typeof answer === 'string' ? { state: answer } : { state: 'shown', item: answer, own: null }
}

async function askServer(id: number): Promise<Asked> {
  try {
    return await call('getItem', { params: { id } })
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? 'missing' : 'unreachable'
  }
}
