import { X } from 'lucide-react'
import { ABOUT_PAGES, LEGAL_PAGES } from '../people/legal-pages'
import { CountBadge } from '../ui/count-badge'
import { IconButton } from '../ui/icon-button'
import { NavLink } from '../ui/nav-link'
import { useDialog } from '../ui/use-dialog'
import { entrances, isCurrent, type NavigationEntry, type NavigationProps } from './navigation-entries'

export interface SideMenuProps extends NavigationProps {
  open: boolean
  onClose: () => void
}

/** All destinations in one column, for windows below 768 px. Closes after a choice, on Esc and on a press beside it. */
export function SideMenu({ open, onClose, ...navigation }: SideMenuProps) {
  const dialog = useDialog({ open, onClose, lightDismiss: true, backCloses: true })
  return (
    <dialog {...dialog} className="side-menu" aria-label="Menu">
      {open && (
        <nav aria-label="Menu">
          <div className="side-menu__head">
            <span className="brand">{navigation.productName}</span>
            <IconButton label="Close menu" icon={<X />} onClick={onClose} />
          </div>
          <Groups {...navigation} onChosen={onClose} />
        </nav>
      )}
    </dialog>
  )
}

function Groups(props: NavigationProps & { onChosen: () => void }) {
  const { sections, createEntries, offers, profileEntries, user, currentPath, loginTo, onLogout } = props
  const { onChosen } = props
  const shared = { currentPath, onChosen }
  const main = [...sections, offers]
  return (
    <>
      <Group {...shared} entries={main} />
      <Group {...shared} title="List Item" entries={createEntries} />
      {user && <Group {...shared} title="Profile" entries={profileEntries} />}
      {user === null && <Group {...shared} currentPath="" entries={entrances(loginTo)} />}
      <Group {...shared} entries={[...ABOUT_PAGES, ...LEGAL_PAGES]} />
      {user && (
        <div className="side-menu__group">
          <button
            type="button"
            className="side-menu__link"
            onClick={() => {
              onChosen()
              onLogout()
            }}
          >
            Logout
          </button>
        </div>
      )}
    </>
  )
}

interface GroupProps {
  title?: string
  entries: readonly NavigationEntry[]
  currentPath: string
  onChosen: () => void
}

function Group({ title, entries, currentPath, onChosen }: GroupProps) {
  if (entries.length === 0) return null
  return (
    <div className="side-menu__group">
      {title && <h2>{title}</h2>}
      <ul aria-label={title}>
        {entries.map(({ label, to, count = 0 }) => (
          <li key={to}>
            <NavLink
              className={`side-menu__link${isCurrent(to, currentPath) ? ' is-current' : ''}`}
              to={to}
              onClick={onChosen}
            >
              {label}
              <CountBadge count={count} />
            </NavLink>
          </li>
        ))}
      </ul>
    </div>
  )
}
