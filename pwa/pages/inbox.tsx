import { InboxPage } from '../messages/inbox-page'
import { RequireUser } from '../session/require-user'

/** What this person and others have written. */
export function Inbox() {
  return <RequireUser>{(user) => <InboxPage key={user.id} userId={user.id} />}</RequireUser>
}
