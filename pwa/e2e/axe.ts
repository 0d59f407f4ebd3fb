import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * The serious and critical accessibility faults of what the page shows now, one line each; empty when there are none.
 * `rules` are axe's names; without them all are asked. Legacy mode looks at this page alone, which has no frames.
 */
export async function axe(page: Page, rules?: string[]): Promise<string[]> {
  const options = { resultTypes: ['violations' as const], ...(rules && { runOnly: rules }) }
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).options(options).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) => nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`))
}
