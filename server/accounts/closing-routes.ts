import type { Elysia } from 'elysia'
import { PasswordProof } from '#schema/account'
import { endpoints } from '#schema/endpoints'
import { fieldMessages, Refusal } from '#schema/errors'
import { PRODUCT_NAME } from '#schema/product'
import { assertOwnPassword } from '../auth/password-service'
import type { Deps } from '../deps'
import { callerOf } from '../http/caller'
import { bodyLimits, exportLimits } from '../http/limits'
import { mount, mountRaw } from '../http/mount'
import { readJsonBody } from '../http/request-body'
import { getSessionUser } from '../http/session-user'
import { agreeToTerms } from './agree-to-terms'
import { closeAccount, listClosed, readClosing } from './close-account'
import { exportAccount } from './export-account'

/** An account as a whole: the terms that it agreed to, all that is in it, and its end. */
export function closingRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.closing, async ({ user }) => ({ body: await readClosing(deps, user.id) }))

  mount(app, deps, endpoints.closeAccount, async ({ user, body, request }) => {
    const { until, seq } = await closeAccount(deps, user, body, request)
    deps.log({ level: 'info', what: 'account is being closed', user: user.id, address: callerOf(request) })
    return { body: { until }, seq }
  })

  mount(app, deps, endpoints.agreeToTerms, async ({ user, body }) => ({
    body: {},
    seq: await agreeToTerms(deps, user.id, body.version),
  }))

  mountRaw(app, deps, endpoints.exportAccount, async ({ request, now }) => {
    const proof = PasswordProof.safeParse(await readJsonBody(request, bodyLimits.visitorsJson))
    // The session may have ended while the body came.
    const user = await getSessionUser(deps, request)
    if (!proof.success) throw new Refusal('validation', undefined, fieldMessages(proof.error.issues))
    await assertOwnPassword(deps, user, { field: 'password', password: proof.data.password }, request)
    const waitMs = await deps.limits.count(`export/account/${user.id}`, exportLimits.account)
    if (waitMs > 0) throw new Refusal('daily_limit', undefined, undefined, { retryAfterS: Math.ceil(waitMs / 1000) })
    deps.log({ level: 'info', what: 'account is exported', user: user.id, address: callerOf(request) })
    const name = `${PRODUCT_NAME}-${user.username}-${now.toISOString().slice(0, 10)}`.toLowerCase()
    return new Response(exportAccount(deps, user.id), {
      headers: {
        'content-type': 'application/zip',
        'content-disposition': `attachment; filename="${name.replace(/[^\w-]/g, '')}.zip"`,
        'cache-control': 'no-store',
      },
    })
  })

  mount(app, deps, endpoints.closedAccounts, async ({ body }) => ({
    body: { accountIds: await listClosed(deps, body.accountIds) },
  }))
}
