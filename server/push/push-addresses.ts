import { isLoopbackAddress, isPublicHttps } from '../http/public-addresses'

/** The hosts that browsers of today subscribe at: Chrome and its relatives, Firefox, Safari, Edge. */
const KNOWN_PUSH_HOSTS = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'jmt17.google.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
] as const

interface PushHosts {
  /** Hosts beside the known ones; `*.` in front stands for every name below. */
  hosts: readonly string[]
  /** Adds http on this machine, for tests. */
  allowsLoopback: boolean
}

/**
 * May a push be sent there? Browsers name the address of their push service, and anybody can claim to be a browser: only
 * known push services are taken, over https on its usual port.
 */
export function isPushAddress(endpoint: string, { hosts, allowsLoopback }: PushHosts): boolean {
  if (allowsLoopback && isLoopbackAddress(endpoint)) return true
  if (!isPublicHttps(endpoint)) return false
  const { hostname } = new URL(endpoint)
  return [...KNOWN_PUSH_HOSTS, ...hosts].some((host) =>
    host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host,
  )
}
