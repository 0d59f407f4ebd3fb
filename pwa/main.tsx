import './styles/index.css'
// Listens for the browser's install offer, which comes early and only once.
import './install'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AccountProvider } from './auth/account'
import { putBackWith } from './db/lost-disk'
import { ToastProvider } from './notifications/toasts'
import { router } from './router'
import { registerServiceWorker } from './service-worker-bridge'

putBackWith((db) => import('./db/spare-copy').then(({ putBack }) => putBack(db)))

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

createRoot(root).render(
  <StrictMode>
    <ToastProvider>
      <AccountProvider>
        <RouterProvider router={router} />
      </AccountProvider>
    </ToastProvider>
  </StrictMode>,
)

registerServiceWorker()
