/** A lifecycle as data: from status -> to status -> who may make the move. */
export type Lifecycle<Status extends string, Actor extends string> = {
  readonly [From in Status]: { readonly [To in Status]?: readonly Actor[] }
}

/** May `actor` move a thing from one status to another? */
export function canMove<Status extends string, Actor extends string>(
  lifecycle: Lifecycle<Status, Actor>,
  from: Status,
  to: Status,
  actor: Actor,
): boolean {
  return lifecycle[from][to]?.includes(actor) ?? false
}
