/** One line of the table: the product's time, the yardstick's, and how often the second goes into the first. */
export interface BenchRow {
  what: string
  oursMs: number
  yardstickMs: number
  yardstick: string
  /** The ratio that is to be reached, where there is one. */
  aim?: number
}

/** Runs both in turn, so that a busy moment of the machine hits both, and takes the median of each. The first round warms up. */
export async function inTurn(
  rounds: number,
  ours: () => Promise<number>,
  yardstick: () => Promise<number>,
): Promise<{ oursMs: number; yardstickMs: number }> {
  const times = { ours: [] as number[], yardstick: [] as number[] }
  for (let round = 0; round <= rounds; round++) {
    const [oursMs, yardstickMs] = [await ours(), await yardstick()]
    if (round === 0) continue
    times.ours.push(oursMs)
    times.yardstick.push(yardstickMs)
  }
  return { oursMs: median(times.ours), yardstickMs: median(times.yardstick) }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** The rows whose ratio is above the one that is to be reached. */
export function missedAims(rows: readonly BenchRow[]): string[] {
  return rows
    .filter(({ oursMs, yardstickMs, aim }) => aim !== undefined && oursMs / yardstickMs > aim)
    .map(({ what }) => what)
}

/** The rows as a table for a terminal. */
export function benchTable(rows: readonly BenchRow[]): string {
  const cells = rows.map(({ what, oursMs, yardstickMs, yardstick, aim }) => [
    what,
    `${oursMs.toFixed(2)} ms`,
    `${yardstickMs.toFixed(2)} ms`,
    (oursMs / yardstickMs).toFixed(2),
    aim?.toFixed(2) ?? '',
    yardstick,
  ])
  const all = [['what', 'ours', 'yardstick', 'ratio', 'aim', 'yardstick is'], ...cells]
  const widths = all[0]?.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    row
      .map((cell, column) =>
        column === 0 || column === 5 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return all.map((row) => line(row).trimEnd()).join('\n')
}
