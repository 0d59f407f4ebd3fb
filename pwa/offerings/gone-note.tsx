/** On the page of something that has left the market or the feed while the page was open. */
export function GoneNote({ what }: { what: 'listing' | 'item' | 'post' }) {
  return (
    <p className="framed framed--gold" role="status">
      {`This ${what} is not on show any more.`}
    </p>
  )
}
