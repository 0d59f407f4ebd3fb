import type { AppConfig } from '#schema/app-config'
import { TERMS_VERSION } from '#schema/consent'
import { DEMO_ACCOUNTS } from '../demo/demo-accounts'
import type { Deps } from '../deps'
import { canReadKeptMails } from '../mail/mail-routes'

/** The settings that the app shows before anybody signs in. */
export function appConfig(deps: Deps): AppConfig {
  const { env, payments } = deps
  return {
    tagline: env.tagline,
    timezone: env.timezone,
    feeBps: env.feeBps,
    ...(canReadKeptMails(deps) && { keepsMails: true }),
    termsVersion: TERMS_VERSION,
    ...(env.supportContact && { supportContact: env.supportContact }),
    ...(env.map && { map: env.map }),
    demoAccounts: env.demo && !env.isProduction && payments.local ? [...DEMO_ACCOUNTS] : [],
  }
}
