import { MessageCircle } from 'lucide-react'
import { CountBadge } from '../ui/count-badge'

/** Opens the messages of an offer or an order, and says how many of them are new. */
export function MessagesButton({ unread, onPress }: { unread: number; onPress: () => void }) {
  return (
    <button type="button" className="is-secondary" onClick={onPress}>
      <MessageCircle />
      Messages
      <CountBadge count={unread} what={unread === 1 ? 'new message' : 'new messages'} />
    </button>
  )
}
