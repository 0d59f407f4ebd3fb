import { formatCents } from '#schema/money'
import { type MonthEarned, shortDollars } from './earnings-by-month'

/** Pixels: where bars may stand, and what is left above and below them for words. */
const BARS_HEIGHT = 120
const WORDS_HEIGHT = 32
const HEIGHT = BARS_HEIGHT + 2 * WORDS_HEIGHT
/** Of a month's width. */
const BAR_SHARE = 0.56
const LEAST_BAR = 2

/** A bar for each month; for whoever cannot see them, a table. */
export function EarningsChart({ months }: { months: MonthEarned[] }) {
  return (
    <figure className="earnings-chart">
      <figcaption>
        <h3>Earned by month</h3>
      </figcaption>
      <Bars months={months} />
      <div className="visually-hidden">
        <table>
          <caption>Earned by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col">Earned</th>
            </tr>
          </thead>
          <tbody>
            {months.map(({ long, cents }) => (
              <tr key={long}>
                <th scope="row">{long}</th>
                <td>{formatCents(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

function Bars({ months }: { months: MonthEarned[] }) {
  const highest = Math.max(0, ...months.map(({ cents }) => cents))
  const lowest = Math.min(0, ...months.map(({ cents }) => cents))
  const scale = BARS_HEIGHT / (highest - lowest || 1)
  const zero = WORDS_HEIGHT + highest * scale || HEIGHT - WORDS_HEIGHT
  const width = 100 / months.length
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true">
      {months.map(({ long, short, cents }, index) => {
        const height = cents === 0 ? 0 : Math.max(LEAST_BAR, Math.abs(cents) * scale)
        const top = cents < 0 ? zero : zero - height
        const middle = `${(index + 0.5) * width}%`
        return (
          <g key={long} data-below={cents < 0 || undefined}>
            <rect
              x={`${(index + (1 - BAR_SHARE) / 2) * width}%`}
              width={`${width * BAR_SHARE}%`}
              y={top}
              height={height}
              rx="4"
            />
            <text className="earnings-chart__amount" x={middle} y={(cents < 0 ? zero : top) - 6}>
              {shortDollars(cents)}
            </text>
            <text x={middle} y={HEIGHT - 8}>
              {short}
            </text>
          </g>
        )
      })}
      <line x1="0" x2="100%" y1={zero} y2={zero} />
    </svg>
  )
}
