import { defineConfig } from '@playwright/test'
import { SHELL } from './browsers'

const STORY_LIMIT_MS = 120_000
const EXPECT_LIMIT_MS = 20_000
/** One more than the slowest machine has cores: while one story waits for something, the others go on. */
const WORKERS = 3

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../../test-results',
  globalSetup: './seed-once.ts',
  timeout: STORY_LIMIT_MS,
  expect: { timeout: EXPECT_LIMIT_MS },
  workers: Number(process.env.E2E_WORKERS ?? WORKERS),
  retries: 0,
  forbidOnly: true,
  // Without a file to write to, the json reporter would fill the terminal.
  reporter: [
    ['list'],
    ['./press-reporter.ts'],
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as const] : []),
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath: SHELL },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    // Traces slow every story down: `E2E_TRACE=1` to look into one that fails.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
  // A story runs at both sizes, unless its tag says at which one alone.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1, hasTouch: true, isMobile: true },
    },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
})
