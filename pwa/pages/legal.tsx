import { useLocation } from '@tanstack/react-router'
import { Privacy } from '../people/privacy'
import { Rules } from '../people/rules'
import { Terms } from '../people/terms'

/** One of the three pages that a person agrees to. One file, as nobody reads one without the others. */
export function Legal() {
  const { pathname } = useLocation()
  if (pathname === '/privacy') return <Privacy />
  return pathname === '/rules' ? <Rules /> : <Terms />
}
