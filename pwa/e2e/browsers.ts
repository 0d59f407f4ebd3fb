import { existsSync } from 'node:fs'

const USUAL_SHELL = '/usr/bin/chromium-headless-shell'

/** The browser as people have it: where something is installed, notified, or killed and started again. */
export const BROWSER = process.env.CHROMIUM || '/usr/bin/chromium'

/** The same engine without windows, in half the time; the browser itself where there is no such thing. */
export const SHELL =
  process.env.CHROMIUM_SHELL || (!process.env.CHROMIUM && existsSync(USUAL_SHELL) ? USUAL_SHELL : BROWSER)
