import { AgainButton } from '../ui/failure'

export const NOT_SEARCHED = 'The rest of the marketplace could not be searched.'

/** The words that the server has not answered. */
export function NotSearched({ again }: { again: () => void }) {
  return (
    <div className="row">
      <p className="muted">{NOT_SEARCHED}</p>
      <AgainButton again={again} />
    </div>
  )
}
