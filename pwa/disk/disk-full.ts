/**
 * Did a write fail because this device has no room for it? The browser says so of the write itself, or of the whole
 * transaction, and Dexie puts errors of its own around both, and around those of several rows.
 */
export function isDiskFull(error: unknown): boolean {
  const { name, inner, failures } = (error ?? {}) as {
    name?: unknown
    inner?: { name?: unknown }
    failures?: unknown[]
  }
  if (name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError') return true
  return failures?.some(isDiskFull) ?? false
}
