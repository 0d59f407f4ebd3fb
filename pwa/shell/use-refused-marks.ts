import { useEffect } from 'react'
import type { MarkKind } from '#schema/inspiration'
import { useAccount } from '../session/account'
import type { SyncEngine } from '../sync/engine'
import { useToast } from '../ui/toasts'

/** Loaded then, because no first screen needs it. A mark that cannot be taken stays where it can be seen. */
async function taken(engine: SyncEngine, opId: string): Promise<MarkKind | null> {
  try {
    const { takeRefusedMark } = await import(/* piece: behind */ '../inspiration/take-refused-mark')
    return await takeRefusedMark(engine, opId)
  } catch {
    return null
  }
}

/** Tells the person of likes and saves that the server has refused, while this page is before their eyes. */
export function useRefusedMarks(): void {
  const { engine } = useAccount()
  const toast = useToast()
  useEffect(
    () =>
      engine.onRefused(async (opId) => {
        if (document.visibilityState !== 'visible') return
        const kind = await taken(engine, opId)
        if (kind) toast({ variant: 'destructive', title: 'Error', description: `Failed to update ${kind} status` })
      }),
    [engine, toast],
  )
}
