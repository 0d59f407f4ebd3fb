import type { OutboxItem } from './local-db'
import { type MutationName, type MutationPayload, parseMutation } from './mutations'

/** A write that is still on this device, with its payload parsed. */
export type PendingWrite<Name extends MutationName> = {
  [Kind in Name]: { item: OutboxItem; kind: Kind; payload: MutationPayload<Kind> }
}[Name]

/**
 * The writes of some kinds that an outbox holds, in the order in which they were pressed, refused and acknowledged ones included. Leaves
 * out a payload that no longer makes sense, such as one of another build.
 */
export function pendingOf<Name extends MutationName>(
  items: readonly OutboxItem[],
  ...kinds: Name[]
): PendingWrite<Name>[] {
  return items
    .filter(({ kind }) => (kinds as MutationName[]).includes(kind))
    .toSorted((a, b) => a.order - b.order)
    .flatMap((item) => {
      const payload = parseMutation(item.kind as Name, item.payload)
      return payload === null ? [] : [{ item, kind: item.kind, payload } as PendingWrite<Name>]
    })
}

/** The same without refused writes, which count no more. */
export function acceptedOf<Name extends MutationName>(items: readonly OutboxItem[], ...kinds: Name[]) {
  return pendingOf(items, ...kinds).filter(({ item }) => item.state !== 'attention')
}
