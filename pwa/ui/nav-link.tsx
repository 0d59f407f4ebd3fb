import { Link, useRouter } from '@tanstack/react-router'
import type { ComponentProps, ComponentType } from 'react'

export interface NavLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the product, with query and hash if need be: `/inspiration?share=1`. */
  to: string
  /** False for a link that opens something over the same page. */
  resetScroll?: boolean
}

interface UntypedLinkProps extends Omit<NavLinkProps, 'to'> {
  to: string
  search?: object
  hash?: string
  activeOptions?: { exact: boolean }
  activeProps?: object
}

// The router knows every path as a literal type; components receive theirs as data. This is the one place where both meet.
const UntypedLink = Link as unknown as ComponentType<UntypedLinkProps>

/** A link inside the product. Marks itself as the current page when path and query are exactly those shown. */
export function NavLink({ to, ...rest }: NavLinkProps) {
  const router = useRouter()
  const [beforeHash = '', hash] = to.split('#')
  const [path = '', query] = beforeHash.split('?')
  const search = query ? router.options.parseSearch?.(`?${query}`) : undefined
  return (
    <UntypedLink
      {...rest}
      to={path}
      search={search}
      hash={hash}
      activeOptions={{ exact: true }}
      activeProps={{ 'aria-current': 'page' }}
    />
  )
}
