import type { Board } from '#schema/inspiration'
import { useAccount } from '../../session/account'
import { useLiveQuery } from '../../session/use-live-query'
import { readBoards } from './board-queries'

/** The person's boards, the next event first; undefined until they are read from this device. */
export function useBoards(): Board[] | undefined {
  const { engine } = useAccount()
  return useLiveQuery(() => readBoards(engine.db), [engine])
}
