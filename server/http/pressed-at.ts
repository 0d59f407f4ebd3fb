import { PRESSED_HEADER } from '#schema/sync-scopes'

/** When a press was made, never later than now. A device that says nothing of it, or nonsense, presses now. */
export function readPressedAt(request: Request, now: Date): string {
  const said = Date.parse(request.headers.get(PRESSED_HEADER) ?? '')
  return new Date(Number.isNaN(said) ? now.getTime() : Math.min(said, now.getTime())).toISOString()
}
