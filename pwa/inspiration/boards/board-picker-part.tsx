import { type ComponentProps, lazy, Suspense } from 'react'
import type { BoardPicker as Picker } from './board-picker'

const Loaded = lazy(() =>
  import(/* piece: behind */ './board-picker').then((module) => ({ default: module.BoardPicker })),
)

/** The picker of boards, loaded when it is first opened. */
export const LazyBoardPicker = (props: ComponentProps<typeof Picker>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
)
