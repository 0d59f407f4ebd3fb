import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  type RouteComponent,
  type RouterHistory,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useEffect } from 'react'
import { Landing } from './pages/landing'
import { amount, oneOf, ownPath, readQuoted, searchParams, text, wholeNumber } from './search-params'
import { askConfig } from './session/first-calls'
import { AppShell } from './shell/app-shell'
import { onReachability, reachability } from './sync/reachability'
import { isBehindPicture } from './ui/first-rest'
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

// The build's loader asks for the styles of a page once, also when they cannot be fetched: here they are asked for again.
window.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && onReachability(() => target.replaceWith(target.cloneNode())),
  true,
)

const NO_SIGNAL = new Error('No signal')
/** For a page that is of no use without a connection: no device keeps its code. */
const NEVER_KEPT = new Error('Needs a signal')

/**
 * A page whose code is fetched when it is needed. With a connection the router loads the app anew, once, when code is
 * missing: a newer build has taken its place. Without one that would end at the browser's own page.
 */
function page<Exports extends object, Name extends keyof Exports>(
  load: () => Promise<Exports>,
  name: Name,
  missing = NO_SIGNAL,
): RouteComponent {
  const loadThenYield = async () => {
    const exports = await load()
    // The code has just been evaluated: presses and frames have a turn before the page renders.
    await new Promise((resolve) => setTimeout(resolve))
    return exports
  }
  const Page = lazyRouteComponent(
    () =>
      loadThenYield().catch(async (cause: unknown) => {
        // A page that has just begun does not know yet that its server is away.
        await askConfig()
        throw reachability().reachable ? cause : missing
      }),
    name,
  )
  return inTurns(Page)
}

/** Behind a picture a page renders in turns of some milliseconds, so that a press on the picture is noted between two. */
function inTurns(Page: RouteComponent): RouteComponent {
  const InTurns: RouteComponent = (props) => useDeferredValue(true, !isBehindPicture()) && <Page {...props} />
  return Object.assign(InTurns, { preload: Page.preload })
}

const BROKEN = { title: 'Something went wrong', words: 'What you have written is kept on this device.' }
const MISSING = new Map<unknown, typeof BROKEN>([
  [
    NO_SIGNAL,
    {
      title: 'This page is not on this device yet',
      words: 'Connect for a moment: then every page opens without a connection.',
    },
  ],
  [NEVER_KEPT, { title: 'This page needs a connection', words: 'It opens by itself as soon as there is one.' }],
])

/** In the first file, because a page may be broken for want of its own, as before the app has been kept on this device. */
function Broken({ error }: { error: unknown }) {
  const missing = MISSING.get(error)
  const isMissing = missing !== undefined
  useEffect(() => onReachability(() => isMissing && window.location.reload()), [isMissing])
  const { title, words } = missing ?? BROKEN
  return (
    <div className="page stack" role="alert">
      <h1>{title}</h1>
      <p>{words}</p>
      <div className="row">
        <button type="button" onClick={() => window.location.reload()}>
          Open it again
        </button>
      </div>
    </div>
  )
}

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound })

const landing = createRoute({ getParentRoute: () => root, path: '/', component: inTurns(Landing) })

const listings = createRoute({
  getParentRoute: () => root,
  path: '/listings',
  validateSearch: searchParams({
    search: text,
    categories: text,
    place: text,
    from: text,
    to: text,
    pieces: wholeNumber,
    least: amount,
    most: amount,
    sort: oneOf('newest', 'low', 'high', 'soonest', 'rated'),
  }),
  component: page(() => import(/* piece: browse */ './pages/listings'), 'Listings'),
})

const listing = createRoute({
  getParentRoute: () => root,
  path: '/listings/$id',
  validateSearch: searchParams({
    trip: text,
    setup: text,
    from: text,
    to: text,
    pieces: wholeNumber,
    messages: oneOf(1),
  }),
  component: page(() => import(/* piece: thing */ './pages/listing'), 'ListingPage'),
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: searchParams({ next: ownPath, tab: oneOf('login', 'register') }),
  component: page(() => import('./pages/auth'), 'Auth'),
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/new-password',
  component: page(() => import(/* piece: online */ './pages/new-password'), 'NewPassword', NEVER_KEPT),
})

const confirmAddress = createRoute({
  getParentRoute: () => root,
  path: '/confirm-address',
  validateSearch: searchParams({ undo: oneOf(1) }),
  component: page(() => import(/* piece: online */ './pages/confirm-address'), 'ConfirmAddress', NEVER_KEPT),
})

const texts = ['/terms', '/privacy', '/rules', '/about', '/help', '/contact'].map((path) =>
  createRoute({
    getParentRoute: () => root,
    path,
    component: page(() => import(/* piece: online */ './pages/texts'), 'Texts', NEVER_KEPT),
  }),
)
const decision = createRoute({
  getParentRoute: () => root,
  path: '/decision',
  component: page(() => import(/* piece: online */ './pages/decision'), 'Decision', NEVER_KEPT),
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
  component: page(() => import(/* piece: write */ './pages/create'), 'Create'),
})

const listingEdit = createRoute({
  getParentRoute: () => root,
  path: '/listings/$id/edit',
  component: page(() => import(/* piece: write */ './pages/listing-edit'), 'ListingEdit'),
})

const profileSearch = searchParams({ tab: oneOf('listings', 'items', 'posts') })

const ownProfile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  validateSearch: profileSearch,
  component: page(() => import(/* piece: thing */ './pages/profile'), 'OwnProfile'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile/$userId',
  validateSearch: profileSearch,
  component: page(() => import(/* piece: thing */ './pages/profile'), 'PublicProfile'),
})

const offers = createRoute({
  getParentRoute: () => root,
  path: '/offers',
  validateSearch: searchParams({
    tab: oneOf('made', 'received'),
    thread: wholeNumber,
    calendar: oneOf(1),
  }),
  component: page(() => import(/* piece: own */ './pages/offers'), 'Offers'),
})

const offer = createRoute({
  getParentRoute: () => root,
  path: '/offers/$id',
  validateSearch: searchParams({ messages: oneOf(1) }),
  component: page(() => import(/* piece: own */ './pages/offer'), 'OfferPage'),
})

const receipt = createRoute({
  getParentRoute: () => root,
  path: '/offers/$id/receipt',
  component: page(() => import(/* piece: own */ './pages/offer-receipt'), 'ReceiptPage'),
})

const inbox = createRoute({
  getParentRoute: () => root,
  path: '/inbox',
  validateSearch: searchParams({ thread: wholeNumber }),
  component: page(() => import(/* piece: own */ './pages/inbox'), 'Inbox'),
})

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: page(() => import(/* piece: own */ './pages/outbox'), 'Outbox'),
})

const items = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order',
  component: page(() => import(/* piece: browse */ './pages/items'), 'Items'),
})

const item = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order/$id',
  validateSearch: searchParams({ trip: text, setup: text, by: text, pieces: wholeNumber, messages: oneOf(1) }),
  component: page(() => import(/* piece: thing */ './pages/item'), 'ItemPage'),
})

const itemEdit = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order/$id/edit',
  component: page(() => import(/* piece: write */ './pages/item-edit'), 'ItemEdit'),
})

const createItem = createRoute({
  getParentRoute: () => root,
  path: '/create-made-to-order',
  validateSearch: searchParams({ draft: text }),
  component: page(() => import(/* piece: write */ './pages/create-made-to-order'), 'CreateMadeToOrder'),
})

const purchases = createRoute({
  getParentRoute: () => root,
  path: '/purchases',
  validateSearch: searchParams({ thread: wholeNumber }),
  component: page(() => import(/* piece: own */ './pages/purchases'), 'Purchases'),
})

const purchaseReceipt = createRoute({
  getParentRoute: () => root,
  path: '/purchases/$id/receipt',
  component: page(() => import(/* piece: own */ './pages/purchase-receipt'), 'PurchaseReceiptPage'),
})

const manage = createRoute({
  getParentRoute: () => root,
  path: '/manage-made-to-order',
  validateSearch: searchParams({ tab: oneOf('items', 'orders'), status: text, thread: wholeNumber }),
  component: page(() => import(/* piece: own */ './pages/manage-made-to-order'), 'ManageMadeToOrder'),
})

const slip = createRoute({
  getParentRoute: () => root,
  path: '/manage-made-to-order/orders/$id/slip',
  component: page(() => import(/* piece: own */ './pages/packing-slip'), 'PackingSlipPage'),
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
  component: page(() => import(/* piece: ideas */ './pages/inspiration'), 'Inspiration'),
})

const post = createRoute({
  getParentRoute: () => root,
  path: '/inspiration/$id',
  validateSearch: searchParams({ from: text, to: text }),
  component: page(() => import(/* piece: thing */ './pages/post'), 'PostPage'),
})

const userInspiration = createRoute({
  getParentRoute: () => root,
  path: '/users/$userId/inspiration',
  component: page(() => import(/* piece: thing */ './pages/user-inspiration'), 'UserInspiration'),
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  validateSearch: searchParams({ tab: text, trip: text, setup: text }),
  component: page(() => import(/* piece: own */ './pages/settings'), 'Settings'),
})

const operator = createRoute({
  getParentRoute: () => root,
  path: '/operator',
  validateSearch: searchParams({ tab: text }),
  component: page(() => import(/* piece: online */ './pages/operator'), 'Operator', NEVER_KEPT),
})

/** The route table, in the specification's order. */
const routeTree = root.addChildren([
  landing,
  listings,
  listing,
  auth,
  newPassword,
  confirmAddress,
  ...texts,
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

/** @param history the browser's, unless another one is given */
export function newRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    parseSearch: parseSearchWith(readQuoted),
    stringifySearch: stringifySearchWith(JSON.stringify, readQuoted),
    // A given history has no window that could be scrolled.
    scrollRestoration: !history,
    defaultPendingComponent: Spinner,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Broken,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>
  }
}
