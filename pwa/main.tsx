import './styles/index.css'
// Listens for the browser's install offer, which comes early and only once.
import './session/install-offer'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { deviceDb } from './disk/device-db'
import { isDiskNewer, whenFoundNewer } from './disk/disk-version'
import { setRestore } from './disk/rescue/lost-disk'
import { newRouter } from './router'
import { AccountProvider } from './session/account'
import { registerServiceWorker } from './session/service-worker-bridge'
import { fetchPhotosWith } from './sync/photo-fetching'
import { whenAtRest } from './ui/first-rest'
import { ToastProvider } from './ui/toasts'

fetchPhotosWith(async (...parts) =>
  (await import(/* piece: behind */ './inspiration/fetch-photos')).fetchPhotos(...parts),
)
setRestore((db) => import('./disk/rescue/restore-backup').then(({ restoreBackup }) => restoreBackup(db)))
const element = document.getElementById('root')
if (!element) throw new Error('No root element')
// A piece that fails to load now is loaded when it is needed, or at the next start.
const keepCopies = () =>
  import(/* piece: behind */ './shell/keep-copies').then(
    ({ keepCopies }) => keepCopies(element),
    () => undefined,
  )
if (window.location.pathname === '/') whenAtRest(keepCopies)
else void keepCopies()

/** @param place where this browser keeps what the app writes */
type Show = (place: 'disk' | 'memory') => void

function newScreen(inside: HTMLElement): Show {
  const root = createRoot(inside)
  const router = newRouter()
  return (place) => {
    // In turns, between which a press is answered.
    startTransition(() =>
      root.render(
        <StrictMode key={place}>
          <ToastProvider>
            <AccountProvider>
              <RouterProvider router={router} />
            </AccountProvider>
          </ToastProvider>
        </StrictMode>,
      ),
    )
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A browser that is clearing its storage opens nothing for a moment; one that refuses it does so for good. */
async function openDisk(): Promise<void> {
  for (const ms of [300, 1_200]) {
    if (await deviceDb.open().then(Boolean, () => false)) return
    await pause(ms)
  }
  await deviceDb.open()
}

/** So few browsers need this code that no device keeps it: without a connection, it comes once there is one. */
async function goOnWithoutDisk(show: Show): Promise<void> {
  if (isDiskNewer()) return
  try {
    const { goOnInMemory } = await import(/* piece: onlineMemory */ './disk/rescue/memory-disk')
    await goOnInMemory('refused')
    show('memory')
  } catch {
    await pause(5_000)
    await goOnWithoutDisk(show)
  }
}

// The app's first files have just been evaluated: presses and frames have a turn before the app starts.
setTimeout(() => {
  const show = newScreen(element)
  whenFoundNewer(async () => {
    const { goOnIfRolledBack } = await import(/* piece: onlineMemory */ './disk/rescue/rolled-back')
    if (await goOnIfRolledBack()) show('memory')
  })
  show('disk')
  openDisk().catch(() => goOnWithoutDisk(show))
  registerServiceWorker()
})
