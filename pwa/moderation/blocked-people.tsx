import { Ban } from 'lucide-react'
import { NO_ROOM } from '../drafts/no-room'
import { useAccount } from '../session/account'
import { usePersonBlocks } from '../session/person-blocks'
import { NavLink } from '../ui/nav-link'
import { errorNotice, useToast } from '../ui/toasts'
import { blockPerson } from './block-person'

/** Everybody whom the person has blocked, each with the way back; nothing where there is nobody. */
export function BlockedPeople() {
  const { engine } = useAccount()
  const toast = useToast()
  const blocked = [...usePersonBlocks()]
    .flatMap(([personId, { username }]) => (username ? [{ personId, username }] : []))
    .sort((one, other) => one.username.localeCompare(other.username))
  if (blocked.length === 0) return null

  async function unblock(person: { personId: number; username: string }) {
    try {
      await blockPerson(engine, { ...person, on: false })
      toast({ title: `${person.username} is no longer blocked` })
    } catch {
      toast(errorNotice('This could not be kept', NO_ROOM))
    }
  }

  return (
    <section className="stack" aria-labelledby="blocked-people">
      <h2 id="blocked-people">People you have blocked</h2>
      <ul className="plain-list stack gap-3">
        {blocked.map((person) => (
          <li key={person.personId} className="settings-row grid sheet">
            <Ban className="settings-row__icon" aria-hidden />
            <span className="settings-row__words min-0 breaks">
              <NavLink to={`/profile/${person.personId}`} dir="auto">
                {person.username}
              </NavLink>
            </span>
            <span className="settings-row__buttons">
              <button
                type="button"
                className="is-secondary"
                aria-label={`Unblock ${person.username}`}
                onClick={() => void unblock(person)}
              >
                Unblock
              </button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
