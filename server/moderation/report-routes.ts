import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { putReport } from './report-service'

/** Reports of people to the operators. */
export function reportRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.putReport, async ({ user, body, receipt }) => {
    const { value, seq } = await putReport(deps, user.id, body, receipt)
    return { body: value, seq }
  })
}
