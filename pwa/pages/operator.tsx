import { isOperator } from '#schema/operator'
import { RequireUser } from '../auth/require-user'
import { NotFound } from './not-found'
import { OperatorPage } from './operator/operator-page'

/** For operators; to everybody else there is no such page. */
export function Operator() {
  return <RequireUser>{(user) => (isOperator(user) ? <OperatorPage /> : <NotFound />)}</RequireUser>
}
