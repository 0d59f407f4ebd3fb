/** Takes every notification of ours from the screen of the device. Nobody waits for it, and a browser without any has none. */
export async function closeNotifications(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  } catch {
    // The browser does not let this page look: they go when they are pressed or put away.
  }
}
