import type { RefusedWrite } from '../../offerings/own-thing-writes'

const DOING: Partial<Record<RefusedWrite['kind'], string>> = {
  'item.change': 'Your changes were not taken.',
  'item.pause': 'It was not paused or opened again.',
  'item.archive': 'It was not archived or brought back.',
}

/** The refused write and the reason, in the server's words: 'Your changes were not taken. ...'. */
export function refusedItemWords({ kind, error }: RefusedWrite): string {
  return `${DOING[kind] ?? ''} ${error.message}`.trim()
}
