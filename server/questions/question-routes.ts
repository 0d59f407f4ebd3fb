import type { Elysia } from 'elysia'
import { endpoints } from '#schema/endpoints'
import type { Deps } from '../deps'
import { mount } from '../http/mount'
import { listQuestionMessages } from './question-queries'
import { ask, sendQuestionMessage, visibleQuestion } from './question-service'

/** The threads of questions, each between its asker and the owner of the listing or the item. */
export function questionRoutes(app: Elysia, deps: Deps): void {
  mount(app, deps, endpoints.ask, ({ user, body, receipt }) => ask(deps, user, body, receipt))

  mount(app, deps, endpoints.questionMessages, async ({ user, params }) => {
    const { id } = await visibleQuestion(deps, user, params.id)
    return { body: await listQuestionMessages(deps.db, id, user.id) }
  })

  mount(app, deps, endpoints.sendQuestionMessage, ({ user, params, body, receipt }) =>
    sendQuestionMessage(deps, user, params.id, body, receipt),
  )
}
