/**
 * Did a write fail because this device has no room for it? The browser says so of the write itself, or of the whole
 * transaction, and Dexie puts errors of its own around both.
 */
export function isDiskFull(error: unknown): boolean {
  const { name, inner } = (error ?? {}) as { name?: unknown; inner?: { name?: unknown } }
  return name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError'
}
