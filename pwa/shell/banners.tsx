import { type ComponentProps, useEffect } from 'react'
import { isDiskCleared, isUnsentRestored, noteCleared, onDiskChange } from '../disk/disk-version'
import { useAccount } from '../session/account'
import { useToast } from '../ui/toasts'
import { useSource } from '../ui/use-source'
import { ClaimBanner } from './claim-banner'
import { SessionBanner } from './session-banner'
import { SharedBanner } from './shared-banner'
import { TermsBanner } from './terms-banner'
import { UnkeptBanner } from './unkept-banner'
import { UnverifiedBanner } from './unverified-banner'

interface BannersProps {
  /** Why this browser lets nothing be kept; null where it does. */
  unkept: ComponentProps<typeof UnkeptBanner>['why'] | null
  /** The claim that this person has to answer first. */
  claim: ComponentProps<typeof ClaimBanner>['claim'] | null | undefined
  /** A share waits on this device for its post. */
  hasShares: boolean
}

/** The banners above every page. */
export function Banners({ unkept, claim, hasShares }: BannersProps) {
  const { user, config } = useAccount()
  const toast = useToast()
  const isDiskLost = useSource(onDiskChange, isDiskCleared)
  useEffect(() => {
    if (!isDiskLost) return
    toast({
      title: 'This browser has cleared its storage',
      description: isUnsentRestored()
        ? 'Your unsent work is still here. The rest is being fetched again.'
        : 'Your data is being fetched again.',
    })
    noteCleared(false)
  }, [isDiskLost, toast])
  return (
    <>
      {unkept && <UnkeptBanner why={unkept} />}
      <SessionBanner />
      {user && config?.termsVersion && user.termsVersion !== config.termsVersion && <TermsBanner />}
      {user?.unverified && <UnverifiedBanner />}
      {claim && <ClaimBanner claim={claim} />}
      {hasShares && <SharedBanner />}
    </>
  )
}
