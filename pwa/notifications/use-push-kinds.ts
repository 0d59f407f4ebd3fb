import { useEffect, useState } from 'react'
import type { PushKind } from '#schema/push-notice'
import { useReachability } from '../session/use-sync'
import { messageOf, Unreachable } from '../sync/client'
import { readPushSettings, switchPushKind } from './switch-push-kind'

/** The switches as the server has them. Without a connection they stand still, with the reason beside them. */
export function usePushKinds() {
  const { reachable } = useReachability()
  const [off, setOff] = useState<PushKind[]>()
  const [problem, setProblem] = useState('')
  const [changing, setChanging] = useState(0)

  useEffect(() => {
    if (!reachable) return
    let live = true
    readPushSettings().then(
      (settings) => live && setOff(settings.off),
      (error) => live && !(error instanceof Unreachable) && setProblem(messageOf(error, UNKNOWN)),
    )
    return () => {
      live = false
    }
  }, [reachable])

  return {
    off,
    problem: reachable ? problem : OFFLINE,
    isLocked: !reachable || off === undefined || changing > 0,
    /** Shown at once, taken back when the server does not take it. */
    async change(kind: PushKind, on: boolean) {
      const before = off ?? []
      setOff(on ? before.filter((each) => each !== kind) : [...before, kind])
      setProblem('')
      setChanging((count) => count + 1)
      try {
        setOff((await switchPushKind(kind, on)).off)
      } catch (error) {
        setOff(before)
        setProblem(messageOf(error, 'The switch could not be changed. Please try again.'))
      } finally {
        setChanging((count) => count - 1)
      }
    },
  }
}

const OFFLINE = 'These can be changed when there is a connection.'
const UNKNOWN = 'Your choices could not be read. Please try again later.'
