/** Asks the browser not to clear this device's data when room is short. @returns whether it has agreed */
export async function keepStorage(): Promise<boolean> {
  try {
    if (await navigator.storage.persisted()) return true
    return await navigator.storage.persist()
  } catch {
    // Not every browser can say; the drafts are kept all the same.
    return false
  }
}
