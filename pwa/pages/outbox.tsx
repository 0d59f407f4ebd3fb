import { OutboxPage } from '../outbox/outbox-page'
import { RequireUser } from '../session/require-user'

/** Everything that has not yet reached the server from this device, and what lately has. */
export function Outbox() {
  return <RequireUser>{(user) => <OutboxPage userId={user.id} />}</RequireUser>
}
