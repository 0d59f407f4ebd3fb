import type { BrowserContext } from '@playwright/test'

/** The kind of annotation that carries what one story's presses took. */
export const PRESSES = 'presses'
/** Shorter ones are not told by browsers. */
const SHORTEST_MS = 16

declare global {
  interface Window {
    notePress(ms: number): Promise<void>
  }
}

/** Notes in `taken` how many milliseconds passed from each press until the screen had answered it. */
export async function watchPresses(context: BrowserContext, taken: number[]): Promise<void> {
  await context.exposeBinding('notePress', (_source, ms: number) => void taken.push(ms))
  await context.addInitScript((shortest) => {
    const slowest = new Map<number, number>()
    const note = (id: number) => {
      const ms = slowest.get(id)
      slowest.delete(id)
      if (ms !== undefined) window.notePress(ms).catch(() => undefined)
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        const { interactionId: id, duration } = entry
        if (!id) continue
        // One press is several events: the slowest one counts.
        if (!slowest.has(id)) setTimeout(note, 100, id)
        slowest.set(id, Math.max(duration, slowest.get(id) ?? 0))
      }
    }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit)
  }, SHORTEST_MS)
}
