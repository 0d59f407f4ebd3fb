import { Ban } from 'lucide-react'
import { useState } from 'react'
import type { PublicUser } from '#schema/user'
import { NO_ROOM } from '../drafts/no-room'
import { blockPerson } from '../moderation/block-person'
import { useAccount } from '../session/account'
import { usePersonBlocks } from '../session/person-blocks'
import { PressDialog } from '../ui/press-dialog'
import { errorNotice, useToast } from '../ui/toasts'

/** Blocks the person whose profile this is, or takes the block back. */
export function BlockButton({ person }: { person: PublicUser }) {
  const { engine } = useAccount()
  const toast = useToast()
  const isBlocked = Boolean(usePersonBlocks().get(person.id)?.username)
  const [asking, setAsking] = useState(false)
  const { id: personId, username } = person

  async function press(on: boolean) {
    setAsking(false)
    try {
      await blockPerson(engine, { personId, username, on })
      toast({ title: on ? `${username} is blocked` : `${username} is no longer blocked` })
    } catch {
      toast(errorNotice('This could not be kept', NO_ROOM))
    }
  }

  if (isBlocked)
    return (
      <div className="wrap gap-3">
        <p className="muted">You have blocked {username}.</p>
        <button type="button" className="is-secondary" onClick={() => void press(false)}>
          Unblock
        </button>
      </div>
    )
  return (
    <div>
      <button type="button" className="is-quiet is-low" onClick={() => setAsking(true)}>
        <Ban />
        Block
      </button>
      {asking && (
        <PressDialog
          title={`Block ${username}?`}
          isDanger
          press="Block"
          back="Cancel"
          onPress={() => press(true)}
          onClose={() => setAsking(false)}
        >
          <p>
            You will not see each other’s posts. Neither of you can make the other an offer, place an order or write.
            Bookings continue. We do not tell {username}.
          </p>
        </PressDialog>
      )}
    </div>
  )
}
