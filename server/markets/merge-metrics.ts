/** Joins texts in the format of Prometheus, which wants all lines of one metric together. */
export function mergeMetrics(texts: string[]): string {
  const linesOf = new Map<string, string[]>()
  for (const text of texts)
    for (const block of text.split('\n\n')) {
      const lines = block.split('\n').filter(Boolean)
      const head = lines.filter((line) => line.startsWith('#')).join('\n')
      if (!head) continue
      linesOf.set(head, [...(linesOf.get(head) ?? []), ...lines.filter((line) => !line.startsWith('#'))])
    }
  return [...linesOf].map(([head, lines]) => `${[head, ...lines].join('\n')}\n`).join('\n')
}
