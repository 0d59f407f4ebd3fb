import { useEffect, useRef, useState } from 'react'
import { changedWay, type PushSettings, type WayChange, whyNoWay } from '#schema/push'
import { useReachable } from '../session/use-sync'
import { messageOf, Unreachable } from '../sync/client'
import { chooseWay, readPushSettings } from './choose-way'

/**
 * The choices as the server has them, read again when the page comes back and after each press: a mail and other devices change
 * them too. Without a connection they stand still, with the reason beside them.
 */
export function useWays() {
  const reachable = useReachable()
  const [ways, setWays] = useState<PushSettings['ways']>()
  const [problem, setProblem] = useState('')
  const [changing, setChanging] = useState(0)
  const isChanging = changing > 0
  const hasJustFailed = useRef(false)

  useEffect(() => {
    // The problem of a press stands beside the choices that are read after it, and goes with the next ones.
    const isAfterFailure = hasJustFailed.current
    hasJustFailed.current = false
    if (!reachable || isChanging) return
    let live = true
    const show = (ways: PushSettings['ways'], keepsProblem: boolean) => {
      if (!live) return
      setWays(ways)
      if (!keepsProblem) setProblem('')
    }
    const read = (keepsProblem = false) =>
      readPushSettings().then(
        (settings) => show(settings.ways, keepsProblem),
        (error) => live && !(error instanceof Unreachable) && setProblem(messageOf(error, UNKNOWN)),
      )
    const look = () => document.visibilityState === 'visible' && read()
    read(isAfterFailure)
    document.addEventListener('visibilitychange', look)
    return () => {
      live = false
      document.removeEventListener('visibilitychange', look)
    }
  }, [reachable, isChanging])

  return {
    ways,
    problem: reachable ? problem : OFFLINE,
    isLocked: !reachable || ways === undefined || isChanging,
    /** Shown at once, taken back when the server does not take it. */
    async change(press: WayChange) {
      if (!ways) return
      const { kind } = press
      const way = changedWay(ways[kind], press)
      const refusal = whyNoWay(kind, way)
      setProblem(refusal ? `${refusal}.` : '')
      if (refusal) return
      setWays({ ...ways, [kind]: way })
      setChanging((count) => count + 1)
      try {
        setWays((await chooseWay(press)).ways)
      } catch (error) {
        setWays(ways)
        hasJustFailed.current = true
        setProblem(messageOf(error, 'The choice could not be changed. Please try again.'))
      } finally {
        setChanging((count) => count - 1)
      }
    },
  }
}

const OFFLINE = 'These can be changed when there is a connection.'
const UNKNOWN = 'Your choices could not be read. Please try again later.'
