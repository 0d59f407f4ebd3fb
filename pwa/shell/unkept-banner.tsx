import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import type { Unkept } from '../disk/disk-version'
import { useAccount } from '../session/account'
import { countUnsent, listSealed } from '../session/sealing/sealed-work'
import { useLiveQuery } from '../session/use-live-query'
import '../styles/session.css'

/** Says that nothing is kept, and why, and has it ask before a page is closed with words that have not been sent. */
export function UnkeptBanner({ why }: { why: Unkept }) {
  const { engine } = useAccount()
  const [takesCookies] = useState(triesCookie)
  const isUnsent = useLiveQuery(async () => {
    // An ended session leaves its unsent work sealed, in memory as well.
    const counts = [await countUnsent(engine.db), ...(await listSealed())]
    return counts.some(({ writes, drafts }) => writes + drafts > 0)
  }, [engine])
  useEffect(() => {
    if (!isUnsent) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsent])
  return (
    <div className="session-banner line" role="status">
      <TriangleAlert />
      <span>
        {why === 'older'
          ? `This is an earlier version of ${PRODUCT_NAME}. What you wrote in the newer one is kept on this device and comes back with it. `
          : `This browser lets ${PRODUCT_NAME} keep nothing. `}
        {takesCookies
          ? `What you have not sent ${why === 'older' ? 'here ' : ''}is gone when you close this page.`
          : 'You can look around. To sign in, allow cookies for this site.'}
      </span>
    </div>
  )
}

/** `navigator.cookieEnabled` says nothing of what is switched off for one site. */
function triesCookie(): boolean {
  const write = (end: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the other way to write cookies is not there in every browser
    document.cookie = `trestle-probe=1; path=/; SameSite=Lax${end}`
  }
  write('')
  const isTaken = document.cookie.includes('trestle-probe=1')
  write('; max-age=0')
  return isTaken
}
