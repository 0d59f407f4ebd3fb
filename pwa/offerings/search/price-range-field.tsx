import { useContext, useState } from 'react'
import { PriceField } from '../../ui/fields/price-field'
import { FilterResets } from '../../ui/filter-dialog'
import { priceBound } from './price-bound'

interface Bounds {
  least: number | null
  most: number | null
}

/** The lowest and the highest price that are looked for, in dollars. */
export function PriceRangeField({ least, most, onChange }: Bounds & { onChange: (bounds: Partial<Bounds>) => void }) {
  const resets = useContext(FilterResets)
  return (
    <div className="price-range grid gap-4" key={resets}>
      <BoundField label="Lowest price" dollars={least} onChange={(least) => onChange({ least })} />
      <BoundField label="Highest price" dollars={most} onChange={(most) => onChange({ most })} />
    </div>
  )
}

interface BoundFieldProps {
  label: string
  dollars: number | null
  onChange: (dollars: number | null) => void
}

/** Keeps the text as it was typed. An amount is unfinished, not wrong, until its person leaves the field. */
function BoundField({ label, dollars, onChange }: BoundFieldProps) {
  const [typed, setTyped] = useState(String(dollars ?? ''))
  const [isLeft, setLeft] = useState(false)
  return (
    <PriceField
      label={label}
      optional
      maxLength={13}
      value={typed}
      error={isLeft ? priceBound(typed).problem : undefined}
      onBlur={() => setLeft(true)}
      onChange={(event) => {
        setTyped(event.target.value)
        setLeft(false)
        onChange(priceBound(event.target.value).dollars)
      }}
    />
  )
}
