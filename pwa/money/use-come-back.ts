import { useEffect, useEffectEvent } from 'react'

/** Back from the provider's page by the back button, the page may be the very one that was left. */
export function useComeBack(onBack: () => void): void {
  const comeBack = useEffectEvent(onBack)
  useEffect(() => {
    const listener = () => comeBack()
    window.addEventListener('pageshow', listener)
    return () => window.removeEventListener('pageshow', listener)
  }, [])
}
