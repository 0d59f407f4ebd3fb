import { useEffect, useState } from 'react'
import { type PushSettings, type WayChange, whyNoWay } from '#schema/push'
import { useReachable } from '../session/use-sync'
import { messageOf, Unreachable } from '../sync/client'
import { chooseWay, readPushSettings } from './choose-way'

/** The choices as the server has them. Without a connection they stand still, with the reason beside them. */
export function useWays() {
  const reachable = useReachable()
  const [ways, setWays] = useState<PushSettings['ways']>()
  const [problem, setProblem] = useState('')
  const [changing, setChanging] = useState(0)

  useEffect(() => {
    if (!reachable) return
    let live = true
    readPushSettings().then(
      (settings) => live && setWays(settings.ways),
      (error) => live && !(error instanceof Unreachable) && setProblem(messageOf(error, UNKNOWN)),
    )
    return () => {
      live = false
    }
  }, [reachable])

  return {
    ways,
    problem: reachable ? problem : OFFLINE,
    isLocked: !reachable || ways === undefined || changing > 0,
    /** Shown at once, taken back when the server does not take it. */
    async change({ kind, ...way }: WayChange) {
      if (!ways) return
      const refusal = whyNoWay(kind, way)
      setProblem(refusal ? `${refusal}.` : '')
      if (refusal) return
      setWays({ ...ways, [kind]: way })
      setChanging((count) => count + 1)
      try {
        setWays((await chooseWay({ kind, ...way })).ways)
      } catch (error) {
        setWays(ways)
        setProblem(messageOf(error, 'The choice could not be changed. Please try again.'))
      } finally {
        setChanging((count) => count - 1)
      }
    },
  }
}

const OFFLINE = 'These can be changed when there is a connection.'
const UNKNOWN = 'Your choices could not be read. Please try again later.'
