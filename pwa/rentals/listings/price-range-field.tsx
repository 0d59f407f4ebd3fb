import { PriceField } from '../../ui/fields/price-field'

interface Bounds {
  least: number | null
  most: number | null
}

/** The lowest and the highest price that are looked for, in whole dollars. */
export function PriceRangeField({ least, most, onChange }: Bounds & { onChange: (bounds: Partial<Bounds>) => void }) {
  return (
    <div className="price-range">
      <PriceField
        label="Lowest price"
        optional
        inputMode="numeric"
        maxLength={6}
        value={least ?? ''}
        onChange={(event) => onChange({ least: dollars(event.target.value) })}
      />
      <PriceField
        label="Highest price"
        optional
        inputMode="numeric"
        maxLength={6}
        value={most ?? ''}
        onChange={(event) => onChange({ most: dollars(event.target.value) })}
      />
    </div>
  )
}

function dollars(typed: string): number | null {
  const digits = typed.replace(/\..*|\D/g, '')
  return digits ? Number(digits) : null
}
