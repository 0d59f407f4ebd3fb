import type { Html } from './html'
import { html } from './html'

/** The path of hosted pages. Their own links name no host: the page is used from wherever it was opened. */
export const PAGES_PATH = '/_pay'

export interface PageInput {
  title: string
  body: Html
  status?: number
  /** Addresses that a form of this page may lead to in the end. */
  leadsTo?: readonly (string | null)[]
}

/** A hosted page: no script, no inline style, nothing from elsewhere. */
export function page({ title, body, status = 200, leadsTo = [] }: PageInput): Response {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${PAGES_PATH}/style.css">
</head>
<body>
<header class="banner">Test payments: no real money moves.</header>
<main>
${body}
</main>
</body>
</html>
`
  return new Response(document.text, { status, headers: pageHeaders(leadsTo) })
}

function pageHeaders(leadsTo: readonly (string | null)[]): Headers {
  const origins = leadsTo.flatMap((url) => (url && URL.canParse(url) ? [new URL(url).origin] : []))
  const targets = [...new Set(["'self'", ...origins])].join(' ')
  return new Headers({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'self'; form-action ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    // Not 'no-referrer': browsers would then send their form posts with the origin "null".
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
}

/** Leads on with GET, whatever the request was. */
export function seeOther(url: string): Response {
  return new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store' } })
}

export function deadEnd(title: string, text: string, back: string | null, status: number): Response {
  const link = back === null ? null : html`<p><a class="button" href="${back}">Go back</a></p>`
  return page({ title, status, body: html`<h1>${title}</h1><p>${text}</p>${link}` })
}

export function notFound(): Response {
  return deadEnd('This page does not exist', 'Check the address, or start again where you came from.', null, 404)
}
