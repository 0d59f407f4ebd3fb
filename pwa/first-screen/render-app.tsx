import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import type { ScreenOrder } from '#schema/app-config'
import { LocalDb } from '../disk/local-db'
import { newRouter } from '../router'
import { type Account, AccountContext } from '../session/account'
import { SyncEngine } from '../sync/engine'
import { ToastProvider } from '../ui/toasts'

/** Nothing opens it: rows come from `first` alone. */
const db = new LocalDb('first-screen')
const never = () => Promise.reject(new Error('A first screen has no account'))

/** Renders a page as a visitor without anything on their device sees it. */
export async function renderApp({ path, origin, config, first }: ScreenOrder): Promise<string> {
  Object.assign(window.location, { origin, pathname: path })
  const router = newRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  const account: Account = {
    ...{ user: null, locked: null, config, engine: new SyncEngine(db, null, first) },
    ...{ lockIfEnded: never, enter: never, leave: never, refreshUser: never },
  }
  const { prelude } = await prerender(
    <StrictMode>
      <ToastProvider>
        <AccountContext value={account}>
          <RouterProvider router={router} />
        </AccountContext>
      </ToastProvider>
    </StrictMode>,
    // Whole, with nothing that a script would have to put into its place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  return new Response(prelude).text()
}
