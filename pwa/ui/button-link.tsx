import { NavLink, type NavLinkProps } from './nav-link'

export interface ButtonLinkProps extends NavLinkProps {
  look?: 'primary' | 'secondary' | 'quiet' | 'danger'
  wide?: boolean
}

/** Goes somewhere, looks like a button. For something that happens here, use `<button>`. */
export function ButtonLink({ look = 'primary', wide = false, className = '', ...rest }: ButtonLinkProps) {
  return <NavLink {...rest} className={`button is-${look}${wide ? ' is-wide' : ''} ${className}`.trim()} />
}
