import { isOperator } from '#schema/operator'
import { OperatorPage } from '../operator/operator-page'
import { RequireUser } from '../session/require-user'
import { NotFound } from './not-found'

/** For operators; to everybody else there is no such page. */
export function Operator() {
  return <RequireUser>{(user) => (isOperator(user) ? <OperatorPage /> : <NotFound />)}</RequireUser>
}
