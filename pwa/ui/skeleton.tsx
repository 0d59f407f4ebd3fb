export interface SkeletonProps {
  shape?: 'line' | 'photo' | 'circle'
  width?: 'full' | 'half' | 'short'
}

/** The ghost of something that is loading. It stays invisible for the first 200 ms. */
export function Skeleton({ shape = 'line', width = 'full' }: SkeletonProps) {
  return <span className="skeleton" data-shape={shape} data-width={width} aria-hidden="true" />
}
