import { LoaderCircle } from 'lucide-react'

/** Says that something is on its way; invisible for the first 200 ms. */
export function Spinner({ label = 'Loading', inline = false }: { label?: string; inline?: boolean }) {
  return (
    <span className={`spinner${inline ? ' spinner--inline' : ''}`} role="status">
      <LoaderCircle className="turning" />
      <span>{label}</span>
    </span>
  )
}
