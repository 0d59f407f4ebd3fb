/** Shows a number on the app's icon, nothing for 0. Not every system has icons with numbers. */
export async function showBadge(count: number): Promise<void> {
  try {
    if (count > 0) await navigator.setAppBadge?.(count)
    else await navigator.clearAppBadge?.()
  } catch {
    // The app is not installed, or the system shows no numbers.
  }
}
