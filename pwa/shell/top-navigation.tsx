import { Menu as MenuIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Avatar } from '../ui/avatar'
import { CountBadge } from '../ui/count-badge'
import { IconButton } from '../ui/icon-button'
import { Mark } from '../ui/mark'
import { Menu } from '../ui/menu'
import { NavLink } from '../ui/nav-link'
import { entrances, isCurrent, type NavigationEntry, type NavigationProps } from './navigation-entries'

/** Loaded when it is first opened: most visits never do. */
const SideMenu = lazy(() => import('./side-menu').then((module) => ({ default: module.SideMenu })))

export interface TopNavigationProps extends NavigationProps {
  /** The sync badge and whatever else reports a state. */
  status?: ReactNode
}

/** The bar on top. Below 768 px its destinations move into the side menu. The page's main element carries the id `main`. */
export function TopNavigation({ status, ...navigation }: TopNavigationProps) {
  const [sideMenuOpen, setSideMenuOpen] = useState(false)
  const [everOpened, setEverOpened] = useState(false)
  return (
    <header className="top-nav">
      <a className="button skip-link" href="#main">
        Skip to content
      </a>
      <nav className="top-nav__bar" aria-label="Main">
        <NavLink className="brand" to="/">
          <Mark />
          {navigation.productName}
        </NavLink>
        {status}
        <Destinations {...navigation} />
        <IconButton
          className="top-nav__toggle"
          label="Menu"
          icon={<MenuIcon />}
          aria-haspopup="dialog"
          aria-expanded={sideMenuOpen}
          onClick={() => {
            setEverOpened(true)
            setSideMenuOpen(true)
          }}
        />
      </nav>
      {everOpened && (
        <Suspense>
          <SideMenu {...navigation} open={sideMenuOpen} onClose={() => setSideMenuOpen(false)} />
        </Suspense>
      )}
    </header>
  )
}

function Destinations(props: NavigationProps) {
  const { sections, createEntries, offers, profileEntries, user, currentPath, loginTo, onLogout } = props
  return (
    <ul className="top-nav__links">
      {sections.map((entry) => (
        <li key={entry.to}>
          <BarLink entry={entry} currentPath={currentPath} />
        </li>
      ))}
      {createEntries.length > 0 && (
        <li>
          <EntryMenu label="List Item" entries={createEntries} />
        </li>
      )}
      <li>
        <BarLink entry={offers} currentPath={currentPath} />
      </li>
      {user && profileEntries.length > 0 && (
        <li>
          <EntryMenu
            label={
              <>
                {user.avatar ?? <Avatar name={user.username} src={user.photo} size="small" />}
                Profile
                <CountBadge count={profileEntries.reduce((sum, { count = 0 }) => sum + count, 0)} />
              </>
            }
            entries={profileEntries}
          />
        </li>
      )}
      {user && (
        <li>
          <button type="button" className="top-nav__link" onClick={onLogout}>
            Logout
          </button>
        </li>
      )}
      {user === null &&
        entrances(loginTo).map((entry) => (
          <li key={entry.to}>
            {/* Both lead to one page, whose tabs say which of the two is open. */}
            <BarLink entry={entry} currentPath="" />
          </li>
        ))}
    </ul>
  )
}

function BarLink({ entry, currentPath }: { entry: NavigationEntry; currentPath: string }) {
  return (
    <NavLink className={`top-nav__link${isCurrent(entry.to, currentPath) ? ' is-current' : ''}`} to={entry.to}>
      {entry.label}
      <CountBadge count={entry.count ?? 0} />
    </NavLink>
  )
}

function EntryMenu({ label, entries }: { label: ReactNode; entries: readonly NavigationEntry[] }) {
  return (
    <Menu label={label}>
      {entries.map((entry) => (
        <li key={entry.to}>
          <NavLink to={entry.to}>
            {entry.label}
            <CountBadge count={entry.count ?? 0} />
          </NavLink>
        </li>
      ))}
    </Menu>
  )
}
