import type { PushSettings, WayChange } from '#schema/push'
import { callOnline } from '../session/call-online'
import { call } from '../sync/client'

/** How each kind of news reaches a person. @throws ApiError, Unreachable */
export function readPushSettings(): Promise<PushSettings> {
  return call('pushSettings', {})
}

/** Chooses how a kind is told, on all devices of the person. @throws ApiError, Unreachable */
export function chooseWay(change: WayChange): Promise<PushSettings> {
  return callOnline('chooseWay', { body: change })
}
