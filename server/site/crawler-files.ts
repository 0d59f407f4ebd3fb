import { addDays } from 'date-fns'
import type { Elysia } from 'elysia'
import type { Deps } from '../deps'

/** The most that one sitemap may list, by its standard. */
const MOST_PAGES = 50_000
const MADE_ANEW_MS = 3_600_000
const SECURITY_CONTACT_DAYS = 180
const SECTIONS = [
  ...['/', '/listings', '/made-to-order', '/inspiration'],
  ...['/about', '/help', '/contact', '/terms', '/privacy', '/rules'],
]
const SHOWN = 'deleted_at IS NULL AND hidden_at IS NULL'
const PAGES = `SELECT '/listings/' || id AS path, created_at AS at FROM listings WHERE ${SHOWN} AND available = 1
  UNION ALL SELECT '/made-to-order/' || id, created_at FROM made_to_order_items WHERE ${SHOWN}
  UNION ALL SELECT '/inspiration/' || id, created_at FROM inspiration_posts WHERE ${SHOWN}
  ORDER BY at DESC LIMIT ?`

interface Sitemap {
  xml: string
  madeAt: number
}

/** The files that crawlers ask for first: robots.txt, the sitemap of public pages, and security.txt. */
export function crawlerFiles(app: Elysia, deps: Deps): void {
  const { origin, securityContact } = deps.env
  let sitemap: Sitemap | undefined
  let making: Promise<Sitemap> | undefined

  app.get('/robots.txt', () =>
    plain(`User-agent: *
Disallow: /api/
Disallow: /_pay/
Disallow: /mail
Sitemap: ${origin}/sitemap.xml
`),
  )

  app.get('/sitemap.xml', async ({ request }) => {
    await deps.limits.countAddress('search', request)
    if (!sitemap || deps.now().getTime() - sitemap.madeAt >= MADE_ANEW_MS) {
      making ??= makeSitemap(deps).finally(() => {
        making = undefined
      })
      sitemap = await making
    }
    return new Response(sitemap.xml, { headers: { 'content-type': 'application/xml; charset=utf-8' } })
  })

  if (securityContact === '') return
  app.get('/.well-known/security.txt', () =>
    plain(`Contact: ${securityContact}
Expires: ${addDays(deps.now(), SECURITY_CONTACT_DAYS).toISOString()}
Canonical: ${origin}/.well-known/security.txt
Preferred-Languages: en
`),
  )
}

async function makeSitemap({ db, env, now }: Deps): Promise<Sitemap> {
  const madeAt = now().getTime()
  const [found] = await db.readBatch([{ sql: PAGES, args: [MOST_PAGES - SECTIONS.length] }])
  const paths = [...SECTIONS, ...(found?.rows ?? []).map(({ path }) => String(path))]
  const urls = paths.map((path) => `<url><loc>${env.origin}${path}</loc></url>`).join('\n')
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`
  return { xml, madeAt }
}

function plain(text: string): Response {
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
