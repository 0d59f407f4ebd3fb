import { type RefObject, useEffect, useState } from 'react'

interface PriceBarProps {
  price: string
  /** The days that were chosen. */
  detail?: string | null
  label: string
  onPress: () => void
  /** The place of the same press in the page: while that is on the screen, the bar is not needed. */
  place: RefObject<Element | null>
}

/** On phones: the price, the chosen days, and the one press, always in reach. */
export function PriceBar({ price, detail, label, onPress, place }: PriceBarProps) {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const watch = new IntersectionObserver((entries) => setNeeded(entries.at(-1)?.isIntersecting === false))
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [place])
  return (
    <div className="price-bar row gap-3" hidden={!isNeeded}>
      <p className="stack gap-0">
        <strong>{price}</strong>
        <span className="muted fine">{detail}</span>
      </p>
      <button type="button" onClick={onPress}>
        {label}
      </button>
    </div>
  )
}
