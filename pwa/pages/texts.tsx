import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { About } from '../people/about'
import { Contact } from '../people/contact'
import { Help } from '../people/help'
import { Privacy } from '../people/privacy'
import { Rules } from '../people/rules'
import { Terms } from '../people/terms'

const TEXTS: Readonly<Record<string, ComponentType>> = {
  '/privacy': Privacy,
  '/rules': Rules,
  '/about': About,
  '/help': Help,
  '/contact': Contact,
}

/** A page of long text. One file, as nobody reads one without the others. */
export function Texts() {
  const { pathname } = useLocation()
  const Text = TEXTS[pathname] ?? Terms
  return <Text />
}
