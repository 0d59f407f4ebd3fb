/** How copying ended: some browsers, and every insecure page, have no clipboard at all. */
export type CopyOutcome = 'copied' | 'failed' | 'unavailable'

/** Puts a text on the clipboard. */
export async function copyText(text: string): Promise<CopyOutcome> {
  if (!navigator.clipboard) return 'unavailable'
  try {
    await navigator.clipboard.writeText(text)
    return 'copied'
  } catch {
    return 'failed'
  }
}
