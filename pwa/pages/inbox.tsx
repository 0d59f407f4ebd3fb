import { InboxPage } from '../messages/inbox-page'
import { RequireUser } from '../session/require-user'

/** The words of this person and of others. */
export function Inbox() {
  return <RequireUser>{(user) => <InboxPage userId={user.id} />}</RequireUser>
}
