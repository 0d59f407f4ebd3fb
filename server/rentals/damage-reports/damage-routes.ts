import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../../deps'
import { mount } from '../../http/mount'
import { openDamagePayment } from './damage-payments'
import { listDamageReports } from './damage-queries'
import { addEstimate, reportDamage, respondToDamage } from './damage-service'

/** Damage: reported by owners, answered by renters, paid for by them where it was accepted or decided so. */
export function damageRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.reportDamage, ({ user, params, body, receipt }) =>
    reportDamage(deps, user, params.id, body, receipt),
  )

  mount(app, deps, endpoints.damageReports, async ({ user }) => {
    const reports = await listDamageReports(deps.db, user.id)
    return { body: Object.fromEntries(reports.map((report) => [String(report.bookingId), report])) }
  })

  mount(app, deps, endpoints.respondToDamage, ({ user, params, body }) => respondToDamage(deps, user, params.id, body))

  mount(app, deps, endpoints.addEstimate, ({ user, params, body }) =>
    addEstimate(deps, user, params.id, body.repairEstimate),
  )

  mount(app, deps, endpoints.payDamage, async ({ user, params }) => ({
    body: await openDamagePayment(deps, user, params.id),
  }))
}
