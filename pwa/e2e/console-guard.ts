import type { BrowserContext, Page } from '@playwright/test'

/** Chromium's own line when a request finds no server. Allow it in stories that cut the network. */
export const NETWORK_ERRORS = /^Failed to load resource: net::ERR_/

/** Chromium's own line when the server refuses. Allow it by status in stories about refusals. */
export const answeredWith = (status: number): RegExp =>
  new RegExp(`^Failed to load resource: the server responded with a status of ${status}\\b`)

export interface ConsoleGuard {
  /** Listens to all pages and workers of a context. */
  watch(context: BrowserContext): void
  /** Expects lines that match; everything else that is logged as an error fails the story. */
  allow(...patterns: RegExp[]): void
  /** The errors that nobody expected, each with where it came from. */
  unexpected(): string[]
}

/** A worker's uncaught errors reach neither its console nor its pages; the browser tells only a debugger. */
async function watchWorkers(page: Page, report: (text: string, from: string) => void): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('ServiceWorker.workerErrorReported', ({ errorMessage }) => {
    report(errorMessage.errorMessage, errorMessage.sourceURL)
  })
  await session.send('ServiceWorker.enable')
}

/** Collects `console.error` and uncaught exceptions; a story is not green while the console is red. */
export function createConsoleGuard(): ConsoleGuard {
  const errors: { text: string; from: string }[] = []
  const allowed: RegExp[] = []
  const report = (text: string, from: string) => void errors.push({ text, from })
  // A page that is closed at once has no debugger and nothing to say.
  const watchPage = (page: Page) => void watchWorkers(page, report).catch(() => undefined)
  return {
    watch(context) {
      context.on('console', (message) => {
        if (message.type() === 'error') report(message.text(), message.location().url)
      })
      context.on('weberror', (webError) => report(`Uncaught ${webError.error()}`, webError.page()?.url() ?? ''))
      context.on('page', watchPage)
      for (const page of context.pages()) watchPage(page)
    },
    allow(...patterns) {
      allowed.push(...patterns)
    },
    unexpected() {
      const lines = errors
        .filter(({ text }) => !allowed.some((pattern) => pattern.test(text)))
        .map(({ text, from }) => `${text} (${from})`)
      return [...new Set(lines)]
    },
  }
}
