import type { Core } from '../core'
import type { FormMembers } from '../parameters'
import { parseForm } from '../parameters'
import { showAccount } from './account-page'
import { showChallenge, submitChallenge } from './challenge-page'
import { answerCheckoutChallenge, showCheckout, showCheckoutChallenge, submitCard } from './checkout-page'
import { showOnboarding, submitOnboarding } from './onboarding-page'
import { notFound } from './page-shell'

const STYLE = new URL('./hosted-pages.css', import.meta.url)
const STYLE_SECONDS = 3600

interface PageRoute {
  pattern: RegExp
  show(core: Core, id: string, secret: string): Promise<Response>
  submit?(core: Core, id: string, form: FormMembers, secret: string): Promise<Response>
}

const PAGES: readonly PageRoute[] = [
  { pattern: /^\/checkout\/([^/]+)$/, show: showCheckout, submit: submitCard },
  { pattern: /^\/checkout\/([^/]+)\/challenge$/, show: showCheckoutChallenge, submit: answerCheckoutChallenge },
  {
    pattern: /^\/challenge\/([^/]+)$/,
    show: showChallenge,
    submit: (core, id, form, secret) => submitChallenge(core, id, secret, form),
  },
  { pattern: /^\/onboarding\/([^/]+)$/, show: showOnboarding, submit: submitOnboarding },
  { pattern: /^\/account\/([^/]+)$/, show: showAccount },
]

/** The hosted pages; `path` is what follows `/_pay`. */
export async function servePage(core: Core, request: Request, path: string): Promise<Response> {
  if (path === '/style.css') return serveStyle()
  const secret = new URL(request.url).searchParams.get('secret') ?? ''
  for (const { pattern, show, submit } of PAGES) {
    const id = pattern.exec(path)?.[1]
    if (id === undefined) continue
    if (request.method === 'GET') return show(core, id, secret)
    if (request.method === 'POST' && submit) return submit(core, id, parseForm(await request.text()), secret)
    return new Response(null, { status: 405, headers: { allow: submit ? 'GET, POST' : 'GET' } })
  }
  return notFound()
}

function serveStyle(): Response {
  return new Response(Bun.file(STYLE), {
    headers: {
      'content-type': 'text/css; charset=utf-8',
      'cache-control': `public, max-age=${STYLE_SECONDS}`,
      'x-content-type-options': 'nosniff',
    },
  })
}
