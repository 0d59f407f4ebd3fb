/** The groups of a person's list of what to do, in the order in which they are shown. */
export const TODO_GROUPS = ['needs', 'coming', 'waiting', 'past'] as const
export type TodoGroup = (typeof TODO_GROUPS)[number]

/** The place of an offer or an order on that list. */
export interface TodoPlace {
  group: TodoGroup
  /** Comes before all others of its group. */
  isFirst?: true
  /** The instant or day by which it is sorted within its group, the earliest first; the past has the latest first. */
  at: string
}

export type Todo<Row> = Record<TodoGroup, Row[]>

/** Rows by group, each group in order: what runs out first comes first. */
export function groupTodo<Row extends { id: number }>(
  rows: readonly Row[],
  placeOf: (row: Row) => TodoPlace,
): Todo<Row> {
  const placed = rows.map((row) => ({ row, place: placeOf(row) }))
  const of = (group: TodoGroup) =>
    placed
      .filter(({ place }) => place.group === group)
      .sort((a, b) => comparePlaces(a.place, b.place) || b.row.id - a.row.id)
      .map(({ row }) => row)
  return { needs: of('needs'), coming: of('coming'), waiting: of('waiting'), past: of('past') }
}

/** Compares two places of one group. */
export function comparePlaces(a: TodoPlace, b: TodoPlace): number {
  if (a.isFirst !== b.isFirst) return a.isFirst ? -1 : 1
  const earlier = a.at < b.at ? -1 : a.at > b.at ? 1 : 0
  return a.group === 'past' ? -earlier : earlier
}

export function allOf<Row>(todo: Todo<Row>): Row[] {
  return TODO_GROUPS.flatMap((group) => todo[group])
}

/** The list without the rows that are not wanted. */
export function filterTodo<Row>(todo: Todo<Row>, isWanted: (row: Row) => boolean): Todo<Row> {
  const of = (group: TodoGroup) => todo[group].filter(isWanted)
  return { needs: of('needs'), coming: of('coming'), waiting: of('waiting'), past: of('past') }
}
