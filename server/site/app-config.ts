import type { AppConfig } from '#schema/app-config'
import { TERMS_VERSION } from '#schema/consent'
import { addDays, todayIn } from '#schema/date-range'
import { startOfDayIn } from '#schema/zone'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts'
import type { Deps } from '../deps'
import { canReadKeptMails } from '../mail/mail-routes'

/** The settings that the app shows before anybody signs in. */
export function appConfig(deps: Deps): AppConfig {
  const { env, payments } = deps
  return {
    tagline: env.tagline,
    timezone: env.timezone,
    day: marketDay(env.timezone, deps.now()),
    feeBps: env.feeBps,
    ...(canReadKeptMails(deps) && { keepsMails: true }),
    termsVersion: TERMS_VERSION,
    ...(env.supportContact && { supportContact: env.supportContact }),
    ...(env.map && { map: env.map }),
    demoAccounts: env.demo && !env.isProduction && payments.local ? [...DEMO_ACCOUNTS] : [],
  }
}

function marketDay(zone: string, now: Date): AppConfig['day'] {
  const date = todayIn(zone, now)
  const [from, until] = [date, addDays(date, 1)].map((day) => startOfDayIn(zone, day).toISOString())
  return from && until ? { date, from, until } : undefined
}
