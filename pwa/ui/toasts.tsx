import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useMemo, useState } from 'react'

/** Loaded for the first notice; no first screen has one. Without its code there is no notice, and all else goes on. */
const ToastOnTop = lazy(() =>
  import(/* piece: behind */ './toast').then(
    (module) => ({ default: module.ToastOnTop }),
    () => ({ default: (): ReactNode => null }),
  ),
)

export interface Notice {
  title: string
  description?: string
  variant?: 'default' | 'destructive'
  action?: { label: string; onPress: () => void }
  /** It goes after so long whatever the reader does: what its press offers ends then. */
  goesAfterMs?: number
}

const ToastContext = createContext<((notice: Notice) => void) | null>(null)

/** Shows a notice; a new one replaces the one that is there. */
export function useToast(): (notice: Notice) => void {
  const show = use(ToastContext)
  if (!show) throw new Error('useToast needs a ToastProvider')
  return show
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ notice: Notice; key: number } | null>(null)
  const show = useCallback((notice: Notice) => setShown({ notice, key: performance.now() }), [])
  const region = useMemo(
    () =>
      shown && (
        <Suspense>
          <ToastOnTop key={shown.key} {...shown.notice} onRemoved={() => setShown(null)} />
        </Suspense>
      ),
    [shown],
  )
  return (
    <ToastContext value={show}>
      {children}
      {region}
    </ToastContext>
  )
}

/** Something went wrong. */
export function errorNotice(title: string, description?: string): Notice {
  return { title, description, variant: 'destructive' }
}
