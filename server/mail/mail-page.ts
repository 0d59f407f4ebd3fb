import { PRODUCT_NAME } from '#schema/product'
import { escapeMarkup } from './mail-template'

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; background: light-dark(#fffbf6, #1b1716); color: light-dark(#2a211c, #f6ede4); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 2rem 1rem; overflow-wrap: anywhere; }
h1 { font-family: Georgia, serif; line-height: 1.25; }
a { color: light-dark(#b8492f, #e9856a); }
.muted { color: light-dark(#6b5e55, #b8a99c); }
ul { list-style: none; padding: 0; }
li { padding: 0.75rem 0; border-bottom: 1px solid light-dark(#eadfd3, #3a322e); }
button { min-height: 2.75rem; padding: 0 1.25rem; border: 0; border-radius: 10px; font: inherit; font-weight: 600; cursor: pointer;
  background: light-dark(#b8492f, #e9856a); color: light-dark(#ffffff, #1b1716); }
`

/** A page of the server's own: no script, nothing from elsewhere. `html` is a whole document, such as a kept mail. */
export function page(input: { title: string; body: string } | { html: string }): Response {
  const document =
    'html' in input
      ? input.html
      : `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeMarkup(input.title)} · ${PRODUCT_NAME}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${input.body}
</main>
</body>
</html>
`
  return new Response(document, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    },
  })
}
