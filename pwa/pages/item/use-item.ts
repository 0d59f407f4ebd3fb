import { useEffect, useState } from 'react'
import type { Item } from '#schema/made-to-order'
import { ApiError, call } from '../../api/client'
import { useCatalogue } from '../../auth/use-sync'

type Asked = Item | 'missing' | 'unreachable'

/** An item of this device; what is not on it yet is asked of the server, once. */
export function useItem(id: number | null): Asked | 'loading' {
  const { catalogue, ready } = useCatalogue()
  const row = id === null ? undefined : catalogue.get('item', id)
  const [asked, setAsked] = useState<{ id: number; answer: Asked }>()
  const isWanted = ready && row === undefined && id !== null
  useEffect(() => {
    if (!isWanted || id === null) return
    let live = true
    askServer(id).then((answer) => live && setAsked({ id, answer }))
    return () => {
      live = false
    }
  }, [isWanted, id])
  if (id === null) return 'missing'
  if (row) return row
  return asked?.id === id ? asked.answer : 'loading'
}

async function askServer(id: number): Promise<Asked> {
  try {
    return await call('getItem', { params: { id } })
  } catch (error) {
    return error instanceof ApiError && error.status < 500 ? 'missing' : 'unreachable'
  }
}
