import { memo, useState } from 'react'
import { PRODUCT_NAME } from '#schema/product'
import { applyUpdate } from '../session/apply-update'
import { AboveAll } from '../ui/above-all'
import { BusyButton } from '../ui/busy-button'
import '../styles/update-prompt.css'

/** A new version waits; it takes over at the person's word and never by itself. */
const UpdatePrompt = memo(function UpdatePrompt() {
  const [isPressed, setPressed] = useState(false)
  const update = () => {
    setPressed(true)
    applyUpdate().finally(() => setPressed(false))
  }
  return (
    <AboveAll className="update-region" label="New version">
      <div className="update-prompt row gap-3 sheet" role="status">
        <p>A new version is ready.</p>
        <BusyButton busy={isPressed} busyLabel="Updating" onClick={update}>
          Update now
        </BusyButton>
      </div>
    </AboveAll>
  )
})

/** A page of an older build sleeps in another tab and holds what is kept on this device: this one waits for it. */
const SleepingTab = memo(function SleepingTab() {
  return (
    <AboveAll className="update-region" label="Another tab">
      <div className="update-prompt row gap-3 sheet" role="status">
        <p>{PRODUCT_NAME} is asleep in another tab. Close that tab to go on here.</p>
      </div>
    </AboveAll>
  )
})

/** The questions that another build asks of the person. */
export function BuildPrompts({ isNewer, isHeld }: { isNewer: boolean; isHeld: boolean }) {
  return (
    <>
      {isNewer && <UpdatePrompt />}
      {isHeld && <SleepingTab />}
    </>
  )
}
