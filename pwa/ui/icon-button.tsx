import type { ComponentProps, ReactNode } from 'react'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'children'> {
  /** Said by screen readers and shown on hover. */
  label: string
  icon: ReactNode
  /** For toggles such as like and save; leave out for plain buttons. */
  pressed?: boolean
  /** Shown beside the icon; mention it in `label` when it matters. */
  count?: number
  /** Lies on a photo and brings its own ground. */
  floating?: boolean
}

export function IconButton({ label, icon, pressed, count, floating, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={`icon-button${floating ? ' icon-button--floating' : ''} ${className}`.trim()}
      aria-label={label}
      aria-pressed={pressed}
      title={label}
    >
      {icon}
      {count !== undefined && <span aria-hidden="true">{count}</span>}
    </button>
  )
}
