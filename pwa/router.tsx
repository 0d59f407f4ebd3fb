import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { AppShell } from './app-shell'
import { Spinner } from './components/spinner'
import { Landing } from './pages/landing'
import { NotFound } from './pages/not-found'

/** A search parameter that makes no sense is left out, never an error page. */
const text = z.catch(z.optional(z.coerce.string()), undefined)
/** Where to go after signing in: a path of our own, nothing else. */
const ownPath = z.catch(z.optional(z.string().check(z.regex(/^\/(?![/\\])/))), undefined)

const root = createRootRoute({ component: AppShell, notFoundComponent: NotFound })

const landing = createRoute({ getParentRoute: () => root, path: '/', component: Landing })

const listings = createRoute({
  getParentRoute: () => root,
  path: '/listings',
  validateSearch: z.object({ search: text, categories: text, from: text, to: text }),
  component: lazyRouteComponent(() => import('./pages/listings'), 'Listings'),
})

const listing = createRoute({
  getParentRoute: () => root,
  path: '/listings/$id',
  validateSearch: z.object({ trip: text, setup: text }),
  component: lazyRouteComponent(() => import('./pages/listing'), 'ListingPage'),
})

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  validateSearch: z.object({ next: ownPath, tab: z.catch(z.optional(z.enum(['login', 'register'])), undefined) }),
  component: lazyRouteComponent(() => import('./pages/auth'), 'Auth'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: z.object({ next: ownPath }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth', search: { next: search.next, tab: 'login' }, replace: true })
  },
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  validateSearch: z.object({ next: ownPath }),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/auth', search: { next: search.next, tab: 'register' }, replace: true })
  },
})

const ownProfile = createRoute({
  getParentRoute: () => root,
  path: '/profile',
  component: lazyRouteComponent(() => import('./pages/profile'), 'OwnProfile'),
})

const profile = createRoute({
  getParentRoute: () => root,
  path: '/profile/$userId',
  component: lazyRouteComponent(() => import('./pages/profile'), 'PublicProfile'),
})

const offers = createRoute({
  getParentRoute: () => root,
  path: '/offers',
  validateSearch: z.object({
    tab: z.catch(z.optional(z.enum(['made', 'received'])), undefined),
    thread: z.catch(z.optional(z.coerce.number()), undefined),
  }),
  component: lazyRouteComponent(() => import('./pages/offers'), 'Offers'),
})

const outbox = createRoute({
  getParentRoute: () => root,
  path: '/outbox',
  component: lazyRouteComponent(() => import('./pages/outbox'), 'Outbox'),
})

const items = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order',
  component: lazyRouteComponent(() => import('./pages/items'), 'Items'),
})

const item = createRoute({
  getParentRoute: () => root,
  path: '/made-to-order/$id',
  component: lazyRouteComponent(() => import('./pages/item'), 'ItemPage'),
})

const inspiration = createRoute({
  getParentRoute: () => root,
  path: '/inspiration',
  validateSearch: z.object({ tab: z.catch(z.optional(z.enum(['all', 'liked', 'saved'])), undefined), search: text }),
  component: lazyRouteComponent(() => import('./pages/inspiration'), 'Inspiration'),
})

const post = createRoute({
  getParentRoute: () => root,
  path: '/inspiration/$id',
  component: lazyRouteComponent(() => import('./pages/post'), 'PostPage'),
})

/** The route table, in the specification's order. */
const routeTree = root.addChildren([
  landing,
  listings,
  listing,
  auth,
  login,
  register,
  ownProfile,
  profile,
  offers,
  items,
  item,
  inspiration,
  post,
  outbox,
])

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Spinner,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
