import type { Board } from '#schema/inspiration'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { useToday } from '../../session/use-today'
import { nextFirst } from './board-overlay'
import { readBoards } from './board-queries'

/** The person's boards, the next event first; undefined until they are read from this device. */
export function useBoards(): Board[] | undefined {
  const { db } = useAccount().engine
  const today = useToday()
  return useLiveQuery(async () => nextFirst(await readBoards(db), today), [db, today])
}
