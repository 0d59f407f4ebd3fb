import { CloudOff } from 'lucide-react'

/** Why the button below is disabled. */
export function NeedsConnection({ what }: { what: string }) {
  return (
    <p className="needs-connection muted fine line align-start" role="status">
      <CloudOff />
      <span>{what} needs a connection. What you typed stays here.</span>
    </p>
  )
}
