import type { Board } from '#schema/inspiration'
import { useAccount } from '../../auth/account'
import { readBoards } from '../../db/board-queries'
import { useLiveQuery } from '../../db/use-live-query'

/** The person's boards, the next event first; undefined until they are read from this device. */
export function useBoards(): Board[] | undefined {
  const { engine } = useAccount()
  return useLiveQuery(() => readBoards(engine.db), [engine])
}
