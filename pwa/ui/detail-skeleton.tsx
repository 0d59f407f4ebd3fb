import { Skeleton } from './skeleton'

/** The shape of a detail page while it is read. */
export function DetailSkeleton({ label }: { label: string }) {
  return (
    <div className="page" role="status" aria-label={label}>
      <div className="split grid gap-5">
        <div className="stack">
          <Skeleton shape="photo" />
          <Skeleton width="half" />
          <Skeleton width="short" />
          <Skeleton />
          <Skeleton />
        </div>
        <div className="surface stack">
          <Skeleton width="half" />
          <Skeleton shape="photo" />
        </div>
      </div>
    </div>
  )
}
