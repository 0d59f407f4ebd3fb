import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../../deps'
import { mount } from '../../http/mount'
import { openDamagePayment } from './damage-payments'
import { listDamageReports } from './damage-queries'
import { addEstimate, reportDamage, respondToDamage } from './damage-service'

/** Damage: reported by owners, answered by renters, paid for by them where it was accepted or decided so. */
export function damageRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.reportDamage, async ({ user, params, body, receipt }) => {
    const { value, seq } = await reportDamage(deps, user, params.id, body, receipt)
    return { body: value, seq }
  })

  mount(app, deps, endpoints.damageReports, async ({ user }) => {
    const reports = await listDamageReports(deps.db, user.id)
    return { body: Object.fromEntries(reports.map((report) => [String(report.bookingId), report])) }
  })

  mount(app, deps, endpoints.respondToDamage, async ({ user, params, body }) => {
    const { value, seq } = await respondToDamage(deps, user, params.id, body)
    return { body: value, seq }
  })

  mount(app, deps, endpoints.addEstimate, async ({ user, params, body }) => {
    const { value, seq } = await addEstimate(deps, user, params.id, body.repairEstimate)
    return { body: value, seq }
  })

  mount(app, deps, endpoints.payDamage, async ({ user, params }) => ({
    body: await openDamagePayment(deps, user, params.id),
  }))
}
