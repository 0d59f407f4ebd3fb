import { Flag } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportSubject } from '#schema/report'
import { useAccount } from '../session/account'
import { IconButton } from '../ui/icon-button'
import { KIND_NAMES } from './report-words'

interface ReportButtonProps extends ReportSubject {
  /** The person whose thing it is, who cannot report it. */
  ownerId: number
  title: string
  photos?: string[]
  /** Only the icon, where many stand below each other. */
  small?: true
}

const ReportThisDialog = lazy(() =>
  import(/* piece: behind */ './report-dialog').then((module) => ({ default: module.ReportThisDialog })),
)

/** Opens the report of a thing; nothing for its owner and for visitors. */
export function ReportButton({ kind, id, ownerId, title, photos = [], small }: ReportButtonProps) {
  const { user } = useAccount()
  const [isOpen, setOpen] = useState(false)
  if (!user || user.id === ownerId) return null
  const open = () => setOpen(true)
  return (
    <>
      {small ? (
        <IconButton label={`Report ${KIND_NAMES[kind]}`} icon={<Flag />} onClick={open} />
      ) : (
        <div>
          <button type="button" className="is-quiet is-low" onClick={open}>
            <Flag />
            Report
          </button>
        </div>
      )}
      {isOpen && (
        <Suspense>
          <ReportThisDialog
            key={user.id}
            subject={{ kind, id }}
            title={title}
            photos={photos}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
