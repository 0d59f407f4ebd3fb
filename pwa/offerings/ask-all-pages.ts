/** The most that the server answers at once. */
export const LARGEST_PAGE = 100
/** Nobody scrolls through more of one person. */
const PAGES_MOST = 10

/**
 * The rows of a list that the server hands out a page at a time.
 * @param askPage asks for the rows behind the one with the number `cursor`
 * @throws ApiError, Unreachable
 */
export async function askAllPages<Row extends { id: number }>(
  askPage: (query: { limit: number; cursor: number | undefined }) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const rows: Row[] = []
  let cursor: number | undefined
  for (let pages = 0; pages < PAGES_MOST; pages++) {
    const page = await askPage({ limit: LARGEST_PAGE, cursor })
    rows.push(...page)
    cursor = page[LARGEST_PAGE - 1]?.id
    if (cursor === undefined) break
  }
  return rows
}
