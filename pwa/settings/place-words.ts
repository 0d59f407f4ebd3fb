/** 'Firefox on Windows, Europe/Paris'; a session from before devices were noted is an unknown one. */
export function placeWords({ device, timeZone }: { device: string; timeZone: string | null }): string {
  const words = device || 'An unknown device'
  return timeZone ? `${words}, ${timeZone.replaceAll('_', ' ')}` : words
}
