import type { PushSettings } from '#schema/push'
import type { PushKind } from '#schema/push-notice'
import { call } from '../sync/client'

/** Which kinds of notification a person gets. @throws ApiError, Unreachable */
export function readPushSettings(): Promise<PushSettings> {
  return call('pushSettings', {})
}

/** Switches a kind on or off, on all devices of the person. @throws ApiError, Unreachable */
export function switchPushKind(kind: PushKind, on: boolean): Promise<PushSettings> {
  return call('switchPush', { body: { kind, on } })
}
