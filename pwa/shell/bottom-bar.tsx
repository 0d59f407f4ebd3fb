import { Armchair, CircleUser, Gift, Handshake, Sparkles } from 'lucide-react'
import { CountBadge } from '../ui/count-badge'
import { NavLink } from '../ui/nav-link'
import { isCurrent, type NavigationEntry } from './navigation-entries'

const ICONS = {
  browse: Armchair,
  'made-to-order': Gift,
  inspiration: Sparkles,
  offers: Handshake,
  me: CircleUser,
}

export interface BottomBarEntry extends NavigationEntry {
  icon: keyof typeof ICONS
}

/** The five places under the thumb, on phones only. */
export function BottomBar({ entries, currentPath }: { entries: BottomBarEntry[]; currentPath: string }) {
  return (
    <nav className="bottom-bar" aria-label="Quick">
      <ul>
        {entries.map(({ label, to, icon, count = 0 }) => {
          const Icon = ICONS[icon]
          return (
            <li key={icon}>
              <NavLink className={`bottom-bar__link${isCurrent(to, currentPath) ? ' is-current' : ''}`} to={to}>
                <Icon />
                <span>{label}</span>
                <CountBadge count={count} />
              </NavLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
