/** @param tookMs shortest first @returns the time within which this share of them ended */
const quantile = (tookMs: number[], share: number) => tookMs[Math.ceil(share * tookMs.length) - 1] ?? 0
const rounded = (ms: number) => `${Math.round(ms)} ms`

/** @param tookMs shortest first @param share of the times that are told beside the median and the worst, such as 0.95 */
export function timesInWords(tookMs: number[], share: number): string {
  const within = (part: number) => rounded(quantile(tookMs, part))
  return `median ${within(0.5)}, p${100 * share} ${within(share)}, worst ${within(1)}`
}

/** @param tookMs shortest first @param share of the times that must be below `belowMs` */
export function slowFaults(tookMs: number[], share: number, belowMs: number): string[] {
  if (tookMs.length === 0) return ['nothing was measured']
  const ms = quantile(tookMs, share)
  return ms < belowMs ? [] : [`p${100 * share} is ${rounded(ms)}, and must be below ${belowMs} ms`]
}
