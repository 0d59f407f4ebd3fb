import { useEffect, useState } from 'react'
import { useAccount } from '../session/account'
import { installState } from '../session/install'
import { messageOf } from '../sync/client'
import { isPushedTo, knowsPush } from './push-subscription'
import { turnOffPush } from './turn-off-push'
import { turnOnPush } from './turn-on-push'

/** `install-first`: an iPhone or iPad knows notifications only for apps on its home screen. */
export type PushState = 'unsupported' | 'install-first' | 'blocked' | 'off' | 'on'

export interface Push {
  /** Undefined until the browser has said. */
  state: PushState | undefined
  isBusy: boolean
  /** The problem of the last press. */
  problem: string
  turnOn(): Promise<void>
  turnOff(): Promise<void>
}

/** Whether this browser notifies this person, and the way to change that. */
export function usePush(): Push {
  const { name: account } = useAccount().engine.db
  const [state, setState] = useState<PushState>()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')

  useEffect(() => {
    let live = true
    readState(account).then(
      (found) => live && setState(found),
      () => live && setState('off'),
    )
    return () => {
      live = false
    }
  }, [account])

  const press = async (work: () => Promise<PushState>) => {
    setBusy(true)
    setProblem('')
    try {
      setState(await work())
    } catch (error) {
      setProblem(messageOf(error, NOT_REACHED))
    } finally {
      setBusy(false)
    }
  }
  return {
    state,
    isBusy,
    problem,
    turnOn: () =>
      press(async () => {
        const end = await turnOnPush(account)
        return end === 'undecided' ? 'off' : end
      }),
    turnOff: () =>
      press(async () => {
        await turnOffPush()
        return 'off'
      }),
  }
}

const NOT_REACHED =
  'Your browser could not reach its notification service. Nothing was changed; please try again later.'

async function readState(account: string): Promise<PushState> {
  if (!knowsPush()) return installState() === 'by-hand' ? 'install-first' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const registration = await navigator.serviceWorker.getRegistration()
  return registration && (await isPushedTo(registration, account)) ? 'on' : 'off'
}
