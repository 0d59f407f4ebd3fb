import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { Landing } from './pages/landing'
import { oneOf, ownPath, readQuoted, searchParams, text, wholeNumber } from './search-params'
import { AppShell } from './shell/app-shell'
import { reachability } from './sync/reachability'
import { Spinner } from './ui/spinner'

const NotFoundPage = lazy(() => import('./pages/not-found').then((module) => ({ default: module.NotFound })))

/** Few visits ever see it, so that it is loaded when it is needed. */
function NotFound() {
  return (
    <Suspense fallback={<Spinner />}>
      <NotFoundPage />
    </Suspense>
  )
}

/** How browsers, and the build's own loader for styles, say that a part of the app could not be fetched. */
const NOT_FETCHED = /dynamically imported module|module script failed|error loading dynamically|preload CSS/i

/** In the first file, because a page may be broken for want of its own, as before the app has been kept on this device. */
function Broken({ error }: { error: unknown }) {
  const isMissing = error instanceof Error && NOT_FETCHED.test(error.message) && !reachability().reachable
  useEffect(() => {
    const open = () => isMissing && window.location.reload()
    window.addEventListener('online', open)
    return () => window.removeEventListener('online', open)
  }, [isMissing])
  return (
    <div className="page stack" role="alert">
      <h1>{isMissing ? 'This page is not on this device yet' : 'Something went wrong'}</h1>
      <p>
        {isMissing
          ? 'Connect for a moment: then every page opens without a connection.'
          : 'What you have written is kept on this device.'}
      </p>
      <div className="row">
        <button type="button" onClick={() => window.location.reload()}>
          Open it again
        </button>
      </div>
    </div>
  )
}

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound })

const landing = createRoute({ getParentRoute: () => root, path: '/', component: Landing })

const listings = createRoute({
  getParentRoute: () => root,
  path: '/listings',
  validateSearch: searchParams({
    search: text,
    categories: text,
    from: text,
    to: text,
    pieces: wholeNumber,
    least: wholeNumber,
    most: wholeNumber,
    sort: oneOf('newest', 'low', 'high', 'soonest', 'rated'),
  }),
  component: lazyRouteComponent(() => import(/* piece: browse */ './pages/listings'), 'Listings'),
})

const listing = createRoute({
  getParentRoute: () => root,
  path: '/listings/$id',
  validateSearch: searchParams({ trip: text, setup: text, from: text, to: text, pieces: wholeNumber }),
  component: lazyRouteComponent(() => import(/* piece: thing */ './pages/listing'), 'ListingPage'),
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: searchParams({ next: ownPath, tab: oneOf('login', 'register') }),
  component: lazyRouteComponent(() => import('./pages/auth'), 'Auth'),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: lazyRouteComponent(() => import(/* piece: online */ './pages/new-password'), 'NewPassword'),
})

const confirmAddress = createRoute({
  getParentRoute: () => root,
  path: '/confirm-address',
  validateSearch: searchParams({ undo: oneOf(1) }),
  component: lazyRouteComponent(() => import(/* piece: online */ './pages/confirm-address'), 'ConfirmAddress'),
})

const legal = ['/terms', '/privacy', '/rules'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(() => import(/* piece: online */ './pages/legal'), 'Legal'),
  }),
)
const decision = createRoute({
  getParentRoute: () => root,
  path: '/decision',
  component: lazyRouteComponent(() => import(/* piece: online */ './pages/decision'), 'Decision'),
})

/** The two further names of the sign-in page. */
const next = searchParams({ next: ownPath })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: next,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth', search: { next: search.next, tab: 'login' }, replace: true })
  },
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: next,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth', search: { next: search.next, tab: 'register' }, replace: true })
  },
})

const create = createRoute({
  getParentRoute: () => root,
  path: '/create',
  validateSearch: searchParams({ draft: text, setup: oneOf('continue', 'success', 'cancelled') }),
  component: lazyRouteComponent(() => import('./pages/create'), 'Create'),
})

const listingEdit = createRoute({
  getParentRoute: () => root,
  path: '/listings/$id/edit',
  component: lazyRouteComponent(() => import('./pages/listing-edit'), 'ListingEdit'),
})

const profileSearch = searchParams({ tab: oneOf('listings', 'items', 'posts') })

const ownProfile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  validateSearch: profileSearch,
  component: lazyRouteComponent(() => import(/* piece: thing */ './pages/profile'), 'OwnProfile'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile/$userId',
  validateSearch: profileSearch,
  component: lazyRouteComponent(() => import(/* piece: thing */ './pages/profile'), 'PublicProfile'),
})

const offers = createRoute({
  getParentRoute: () => root,
  path: '/offers',
  validateSearch: searchParams({
    tab: oneOf('made', 'received'),
    thread: wholeNumber,
    calendar: oneOf(1),
  }),
  component: lazyRouteComponent(() => import('./pages/offers'), 'Offers'),
})

const offer = createRoute({
  getParentRoute: () => root,
  path: '/offers/$id',
  validateSearch: searchParams({ messages: oneOf(1) }),
  component: lazyRouteComponent(() => import('./pages/offer'), 'OfferPage'),
})

const receipt = createRoute({
  getParentRoute: () => root,
  path: '/offers/$id/receipt',
  component: lazyRouteComponent(() => import('./pages/offer-receipt'), 'ReceiptPage'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  component: lazyRouteComponent(() => import('./pages/inbox'), 'Inbox'),
})

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./pages/outbox'), 'Outbox'),
})

const items = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order',
  component: lazyRouteComponent(() => import(/* piece: browse */ './pages/items'), 'Items'),
})

const item = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order/$id',
  validateSearch: searchParams({ trip: text, setup: text, by: text }),
  component: lazyRouteComponent(() => import(/* piece: thing */ './pages/item'), 'ItemPage'),
})

const itemEdit = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order/$id/edit',
  component: lazyRouteComponent(() => import('./pages/item-edit'), 'ItemEdit'),
})

const createItem = createRoute({
  getParentRoute: () => root,
  path: '/create-made-to-order',
  validateSearch: searchParams({ draft: text }),
  component: lazyRouteComponent(() => import('./pages/create-made-to-order'), 'CreateMadeToOrder'),
})

const purchases = createRoute({
  getParentRoute: () => root,
  path: '/purchases',
  validateSearch: searchParams({ thread: wholeNumber }),
  component: lazyRouteComponent(() => import('./pages/purchases'), 'Purchases'),
})

const purchaseReceipt = createRoute({
  getParentRoute: () => root,
  path: '/purchases/$id/receipt',
  component: lazyRouteComponent(() => import('./pages/purchase-receipt'), 'PurchaseReceiptPage'),
})

const manage = createRoute({
  getParentRoute: () => root,
  path: '/manage-made-to-order',
  validateSearch: searchParams({ tab: oneOf('items', 'orders'), status: text, thread: wholeNumber }),
  component: lazyRouteComponent(() => import('./pages/manage-made-to-order'), 'ManageMadeToOrder'),
})

const slip = createRoute({
  getParentRoute: () => root,
  path: '/manage-made-to-order/orders/$id/slip',
  component: lazyRouteComponent(() => import('./pages/packing-slip'), 'PackingSlipPage'),
})

const inspiration = createRoute({
  getParentRoute: () => root,
  path: '/inspiration',
  validateSearch: searchParams({
    tab: oneOf('all', 'liked', 'saved'),
    search: text,
    board: text,
    share: oneOf(1),
    shared: text,
  }),
  component: lazyRouteComponent(() => import(/* piece: browse */ './pages/inspiration'), 'Inspiration'),
})

const post = createRoute({
  getParentRoute: () => root,
  path: '/inspiration/$id',
  validateSearch: searchParams({ from: text, to: text }),
  component: lazyRouteComponent(() => import(/* piece: thing */ './pages/post'), 'PostPage'),
})

const userInspiration = createRoute({
  getParentRoute: () => root,
  path: '/users/$userId/inspiration',
  component: lazyRouteComponent(() => import(/* piece: thing */ './pages/user-inspiration'), 'UserInspiration'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: searchParams({ tab: text, trip: text, setup: text }),
  component: lazyRouteComponent(() => import('./pages/settings'), 'Settings'),
})

const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  validateSearch: searchParams({ tab: text }),
  component: lazyRouteComponent(() => import(/* piece: online */ './pages/operator'), 'Operator'),
})

/** The route table, in the specification's order. */
const routeTree = root.addChildren([
  landing,
  listings,
  listing,
  auth,
  newPassword,
  confirmAddress,
  ...legal,
  decision,
  login,
  register,
  create,
  listingEdit,
  ownProfile,
  profile,
  offers,
  offer,
  receipt,
  items,
  item,
  itemEdit,
  createItem,
  purchases,
  purchaseReceipt,
  manage,
  slip,
  inspiration,
  post,
  settings,
  userInspiration,
  inbox,
  outbox,
  operator,
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  parseSearch: parseSearchWith(readQuoted),
  stringifySearch: stringifySearchWith(JSON.stringify, readQuoted),
  scrollRestoration: true,
  defaultPendingComponent: Spinner,
  defaultNotFoundComponent: NotFound,
  defaultErrorComponent: Broken,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
