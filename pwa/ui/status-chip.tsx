import { Circle, CircleCheck, CircleX, Clock, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

export type Tone = 'waiting' | 'success' | 'refused' | 'info' | 'neutral' | 'danger'

const ICONS = {
  waiting: Clock,
  success: CircleCheck,
  refused: CircleX,
  info: Info,
  neutral: Circle,
  danger: TriangleAlert,
} satisfies Record<Tone, typeof Clock>

export interface StatusChipProps {
  tone: Tone
  children: ReactNode
  /** Replaces the tone's own icon, for example by a turning wheel. */
  icon?: ReactNode
}

/** A state in words, with an icon, so that colour is never the only sign. */
export function StatusChip({ tone, children, icon }: StatusChipProps) {
  const Icon = ICONS[tone]
  return (
    <span className="status-chip" data-tone={tone}>
      {icon ?? <Icon />}
      <span>{children}</span>
    </span>
  )
}
