/** The paths of the app's pages, as its router writes them: `$name` stands for one part. */
export const PAGE_PATHS = [
  '/',
  '/listings',
  '/listings/$id',
  '/listings/$id/edit',
  '/auth',
  '/new-password',
  '/confirm-address',
  '/about',
  '/help',
  '/contact',
  '/terms',
  '/privacy',
  '/rules',
  '/decision',
  '/login',
  '/register',
  '/create',
  '/profile',
  '/profile/$userId',
  '/offers',
  '/offers/$id',
  '/offers/$id/receipt',
  '/made-to-order',
  '/made-to-order/$id',
  '/made-to-order/$id/edit',
  '/create-made-to-order',
  '/purchases',
  '/purchases/$id/receipt',
  '/manage-made-to-order',
  '/manage-made-to-order/orders/$id/slip',
  '/inspiration',
  '/inspiration/$id',
  '/users/$userId/inspiration',
  '/settings',
  '/inbox',
  '/outbox',
  '/operator',
] as const

const PATTERNS = PAGE_PATHS.map((path) => path.replace(/\/$/, '').replace(/\$\w+/g, '[^/]+'))
const PATTERN = new RegExp(`^(?=/)(?:${PATTERNS.join('|')})/?$`, 'i')

/** Whether the app has a page at this path; the thing that the page shows may still be missing. */
export function isPagePath(path: string): boolean {
  return PATTERN.test(path)
}
