const LIST = /^\/(?:listings|made-to-order|inspiration)\/?$/
const THING = /^\/(?:(?:listings|made-to-order|inspiration|profile)\/\d+|users\/\d+\/inspiration)$/
const TEXT = /^\/(?:about|help|contact|terms|privacy|rules)$/

/** The pieces of the app, beside its first files, that a page is fetched with, while the first script is still being read. */
export function piecesOfPage(path: string): readonly string[] {
  if (LIST.test(path)) return ['browse', 'shared']
  if (THING.test(path)) return ['thing', 'shared']
  return TEXT.test(path) ? ['online'] : []
}
