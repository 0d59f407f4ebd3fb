import * as z from 'zod/mini'
import type { FirstScreenRows } from '#schema/sync-scopes'

/** The settings that the app shows before anybody signs in. `demoAccounts` is empty outside the demo marketplace. */
export const AppConfig = z.object({
  tagline: z.string(),
  timezone: z.string(),
  /** The day where the market is, from one instant up to another; absent in what older servers said. */
  day: z.optional(z.object({ date: z.string(), from: z.iso.datetime(), until: z.iso.datetime() })),
  /** The platform's share of rentals, in hundredths of a percent. */
  feeBps: z.int(),
  /** Mails are kept on the server's own machine and read on /mail, instead of sent. */
  keepsMails: z.optional(z.boolean()),
  /** The terms that hold now; absent in what older servers said. */
  termsVersion: z.optional(z.string()),
  /** The address for people who need help: a `mailto:` or `https:` address. */
  supportContact: z.optional(z.string()),
  /** The map of listings: an address of tiles with {z}, {x} and {y}, and the makers of the tiles; absent where there is no map. */
  map: z.optional(z.object({ tiles: z.string(), credit: z.string() })),
  demoAccounts: z.array(z.object({ username: z.string(), password: z.string(), about: z.string() })),
})
export type AppConfig = z.infer<typeof AppConfig>

/** The order for the first screen of a visitor. */
export interface ScreenOrder {
  /** Of the page, without a search. */
  path: string
  /** The public address of the market. */
  origin: string
  config: AppConfig
  /** Null on pages that show no rows. */
  first: FirstScreenRows | null
}
