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
  missing: Error,
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
  [NEVER_KEPT, { title: 'This page needs a connection', words: 'It opens automatically as soon as there is one.' }],
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

/** The options of pages; `missing` says why one is not there. */
const pages =
  (missing: Error) =>
  <const Path extends string, Exports extends object>(
    path: Path,
    load: () => Promise<Exports>,
    name: keyof Exports,
  ) => ({
    getParentRoute: () => root,
    path,
    component: page(load, name, missing),
  })
const at = pages(NO_SIGNAL)
const online = pages(NEVER_KEPT)

const profileSearch = searchParams({ tab: oneOf('listings', 'items', 'posts') })

/** The two further names of the sign-in page. */
const next = searchParams({ next: ownPath })
function toAuth(next: string | undefined, tab: 'login' | 'register'): never {
  throw redirect({ to: '/auth', search: { next, tab }, replace: true })
}

/** The route table, in the specification's order. Written inside `addChildren`, the routes would take its loose types. */
const table = [
  createRoute({ getParentRoute: () => root, path: '/', component: inTurns(Landing) }),
  createRoute({
    ...at('/listings', () => import(/* piece: browse */ './pages/listings'), 'Listings'),
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
  }),
  createRoute({
    ...at('/listings/$id', () => import(/* piece: thing */ './pages/listing'), 'ListingPage'),
    validateSearch: searchParams({
      trip: text,
      setup: text,
      from: text,
      to: text,
      pieces: wholeNumber,
      messages: oneOf(1),
    }),
  }),
  createRoute({
    ...at('/auth', () => import('./pages/auth'), 'Auth'),
    validateSearch: searchParams({ next: ownPath, tab: oneOf('login', 'register') }),
  }),
  createRoute(online('/new-password', () => import(/* piece: online */ './pages/new-password'), 'NewPassword')),
  createRoute({
    ...online('/confirm-address', () => import(/* piece: online */ './pages/confirm-address'), 'ConfirmAddress'),
    validateSearch: searchParams({ undo: oneOf(1) }),
  }),
  ...['/terms', '/privacy', '/rules', '/about', '/help', '/contact'].map((path) =>
    createRoute(online(path, () => import(/* piece: online */ './pages/texts'), 'Texts')),
  ),
  createRoute(online('/decision', () => import(/* piece: online */ './pages/decision'), 'Decision')),
  createRoute({
    getParentRoute: () => root,
    path: '/login',
    validateSearch: next,
    beforeLoad: ({ search }) => toAuth(search.next, 'login'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/register',
    validateSearch: next,
    beforeLoad: ({ search }) => toAuth(search.next, 'register'),
  }),
  createRoute({
    ...at('/create', () => import(/* piece: write */ './pages/create'), 'Create'),
    validateSearch: searchParams({ draft: text, setup: oneOf('continue', 'success', 'cancelled') }),
  }),
  createRoute(at('/listings/$id/edit', () => import(/* piece: write */ './pages/listing-edit'), 'ListingEdit')),
  createRoute({
    ...at('/profile', () => import(/* piece: thing */ './pages/profile'), 'OwnProfile'),
    validateSearch: profileSearch,
  }),
  createRoute({
    ...at('/profile/$userId', () => import(/* piece: thing */ './pages/profile'), 'PublicProfile'),
    validateSearch: profileSearch,
  }),
  createRoute({
    ...at('/offers', () => import(/* piece: own */ './pages/offers'), 'Offers'),
    validateSearch: searchParams({ tab: oneOf('made', 'received'), thread: wholeNumber, calendar: oneOf(1) }),
  }),
  createRoute({
    ...at('/offers/$id', () => import(/* piece: own */ './pages/offer'), 'OfferPage'),
    validateSearch: searchParams({ messages: oneOf(1) }),
  }),
  createRoute(at('/offers/$id/receipt', () => import(/* piece: own */ './pages/offer-receipt'), 'ReceiptPage')),
  createRoute(at('/made-to-order', () => import(/* piece: browse */ './pages/items'), 'Items')),
  createRoute({
    ...at('/made-to-order/$id', () => import(/* piece: thing */ './pages/item'), 'ItemPage'),
    validateSearch: searchParams({ trip: text, setup: text, by: text, pieces: wholeNumber, messages: oneOf(1) }),
  }),
  createRoute(at('/made-to-order/$id/edit', () => import(/* piece: write */ './pages/item-edit'), 'ItemEdit')),
  createRoute({
    ...at(
      '/create-made-to-order',
      () => import(/* piece: write */ './pages/create-made-to-order'),
      'CreateMadeToOrder',
    ),
    validateSearch: searchParams({ draft: text }),
  }),
  createRoute({
    ...at('/purchases', () => import(/* piece: own */ './pages/purchases'), 'Purchases'),
    validateSearch: searchParams({ thread: wholeNumber }),
  }),
  createRoute(
    at('/purchases/$id/receipt', () => import(/* piece: own */ './pages/purchase-receipt'), 'PurchaseReceiptPage'),
  ),
  createRoute({
    ...at('/manage-made-to-order', () => import(/* piece: own */ './pages/manage-made-to-order'), 'ManageMadeToOrder'),
    validateSearch: searchParams({ tab: oneOf('items', 'orders'), status: text, thread: wholeNumber }),
  }),
  createRoute(
    at(
      '/manage-made-to-order/orders/$id/slip',
      () => import(/* piece: own */ './pages/packing-slip'),
      'PackingSlipPage',
    ),
  ),
  createRoute({
    ...at('/inspiration', () => import(/* piece: ideas */ './pages/inspiration'), 'Inspiration'),
    validateSearch: searchParams({
      tab: oneOf('all', 'liked', 'saved'),
      search: text,
      board: text,
      share: oneOf(1),
      shared: text,
    }),
  }),
  createRoute({
    ...at('/inspiration/$id', () => import(/* piece: thing */ './pages/post'), 'PostPage'),
    validateSearch: searchParams({ from: text, to: text }),
  }),
  createRoute({
    ...at('/settings', () => import(/* piece: own */ './pages/settings'), 'Settings'),
    validateSearch: searchParams({ tab: text, trip: text, setup: text }),
  }),
  createRoute(
    at('/users/$userId/inspiration', () => import(/* piece: thing */ './pages/user-inspiration'), 'UserInspiration'),
  ),
  createRoute({
    ...at('/inbox', () => import(/* piece: own */ './pages/inbox'), 'Inbox'),
    validateSearch: searchParams({ thread: wholeNumber }),
  }),
  createRoute(at('/outbox', () => import(/* piece: own */ './pages/outbox'), 'Outbox')),
  createRoute({
    ...online('/operator', () => import(/* piece: online */ './pages/operator'), 'Operator'),
    validateSearch: searchParams({ tab: text }),
  }),
] as const
const routeTree = root.addChildren(table)

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
