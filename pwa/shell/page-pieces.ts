/**
 * The pieces that the pages of these addresses consist of, beside the app's first files: a page's own, and those that it needs. An
 * address with a longer meaning comes first.
 */
export const PAGES: readonly (readonly [address: RegExp, pieces: readonly string[]])[] = [
  [
    /^\/(?:create|create-made-to-order|(?:listings|made-to-order)\/\d+\/edit)$/,
    ['write', 'shared', 'thing', 'behind', 'ideas', 'browse'],
  ],
  [/^\/(?:listings|made-to-order)$/, ['browse']],
  [/^\/inspiration$/, ['ideas', 'browse']],
  [
    /^\/(?:(?:listings|made-to-order|inspiration)\/\d+|profile(?:\/\d+)?|users\/\d+\/inspiration)$/,
    ['thing', 'behind', 'ideas', 'browse'],
  ],
  [
    /^\/(?:(?:offers|purchases)(?:\/\d+)?(?:\/receipt)?|inbox|outbox|manage-made-to-order(?:\/orders\/\d+\/slip)?|settings)$/,
    ['own', 'shared', 'thing', 'behind', 'ideas', 'browse'],
  ],
  [/^\/(?:about|help|contact|terms|privacy|rules)$/, ['online']],
]

/** The pieces of the app that a page is fetched with, while the first script is still being read. */
export function piecesOfPage(path: string): readonly string[] {
  const address = path.replace(/(?<=.)\/$/, '')
  return PAGES.find(([pattern]) => pattern.test(address))?.[1] ?? []
}
