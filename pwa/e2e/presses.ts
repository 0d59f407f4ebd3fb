import type { BrowserContext } from '@playwright/test'

/** The kind of annotation that carries what one story's presses took. */
export const PRESSES = 'presses'
/** Shorter ones are not told by browsers. */
const SHORTEST_MS = 16

export interface TakenPress {
  /** Milliseconds until the screen had answered. */
  ms: number
  /** The words on what was pressed, or its tag, and the page's path. */
  on: string
}

declare global {
  interface Window {
    notePress(press: TakenPress): Promise<void>
  }
}

/** Notes in `taken` how long each press took. */
export async function watchPresses(context: BrowserContext, taken: TakenPress[]): Promise<void> {
  await context.exposeBinding('notePress', (_source, press: TakenPress) => void taken.push(press))
  await context.addInitScript((shortest) => {
    const slowest = new Map<number, TakenPress>()
    const note = (id: number) => {
      const press = slowest.get(id)
      slowest.delete(id)
      if (press) window.notePress(press).catch(() => undefined)
    }
    const wordsOf = (target: Node | null) => {
      const element = target instanceof Element ? target.closest('button, a, label, summary, input, textarea') : null
      const words = element?.getAttribute('aria-label') ?? element?.textContent?.trim()
      return `${words?.slice(0, 40) || (element ?? target)?.nodeName || 'something that is gone'} at ${location.pathname}`
    }
    new PerformanceObserver((list) => {
      type Timed = PerformanceEntry & { interactionId?: number; target: Node | null }
      for (const { interactionId: id, duration, target } of list.getEntries() as Timed[]) {
        if (!id) continue
        const before = slowest.get(id)
        if (!before) setTimeout(note, 100, id)
        // One press is several events: the slowest one counts.
        if (!before || duration > before.ms) slowest.set(id, { ms: duration, on: wordsOf(target) })
      }
    }).observe({ type: 'event', durationThreshold: shortest } as PerformanceObserverInit)
  }, SHORTEST_MS)
}
