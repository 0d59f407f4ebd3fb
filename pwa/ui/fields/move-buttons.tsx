import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../icon-button'

const WAYS = {
  row: {
    back: { word: 'left', icon: <ArrowLeft /> },
    on: { word: 'right', icon: <ArrowRight /> },
    steps: { ArrowLeft: -1, ArrowRight: 1 } as Record<string, number>,
  },
  column: {
    back: { word: 'up', icon: <ArrowUp /> },
    on: { word: 'down', icon: <ArrowDown /> },
    steps: { ArrowUp: -1, ArrowDown: 1 } as Record<string, number>,
  },
}

interface MoveButtonsProps {
  /** Name of the moved thing: 'photo 2'. */
  name: string
  /** Whether its neighbors stand beside it or above and below. */
  axis: keyof typeof WAYS
  index: number
  count: number
  isOff: boolean
  /** To another place, counted from 0; one outside does nothing. */
  onMove: (to: number) => void
}

/** Back and on, by press or by arrow key. At the ends they stay where they are, so that nobody loses the focus. */
export function MoveButtons({ name, axis, index, count, isOff, onMove }: MoveButtonsProps) {
  const { back, on, steps } = WAYS[axis]
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || isOff) return
    event.preventDefault()
    onMove(index + step)
  }
  return (
    <>
      <IconButton
        label={`Move ${name} ${back.word}`}
        icon={back.icon}
        aria-disabled={index === 0 || undefined}
        disabled={isOff}
        onKeyDown={press}
        onClick={() => onMove(index - 1)}
      />
      <IconButton
        label={`Move ${name} ${on.word}`}
        icon={on.icon}
        aria-disabled={index === count - 1 || undefined}
        disabled={isOff}
        onKeyDown={press}
        onClick={() => onMove(index + 1)}
      />
    </>
  )
}
