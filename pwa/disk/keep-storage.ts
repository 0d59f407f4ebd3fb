let asked: Promise<boolean> | null = null

/**
 * Asks the browser not to clear this device's data when room is short; once for each page, because some browsers ask their
 * person. @returns whether it has agreed
 */
export function keepStorage(): Promise<boolean> {
  asked ??= ask()
  return asked
}

async function ask(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist())
  } catch {
    // Not every browser can say; the drafts are kept all the same.
    return false
  }
}
