import { randomText, sha256 } from './ids'
import type { HostedLink } from './objects/hosted-link-object'
import type { Work } from './work'

/** Stripe's account links live for five minutes; the dashboard's sign-in links are given the same. */
const LINK_SECONDS = 300
/** How long a person may take on a page once the link has been opened. */
const VISIT_SECONDS = 3600
/** A dead link is kept this long, so that it can still lead back to where a new one is made. */
const KEPT_SECONDS = 30 * 86_400

export interface LinkInput {
  purpose: HostedLink['purpose']
  connected: string
  refresh_url?: string
  return_url?: string
}

/** Mints a link and answers its token, which is stored nowhere. */
export function mintLink(work: Work, input: LinkInput): { token: string; expiresAt: number } {
  const token = randomText(40)
  const link: HostedLink = {
    id: linkId(token),
    object: 'hosted_link',
    created: work.now,
    connected: input.connected,
    expires_at: work.now + LINK_SECONDS,
    forgotten_at: work.now + KEPT_SECONDS,
    opened: false,
    purpose: input.purpose,
    refresh_url: input.refresh_url ?? null,
    return_url: input.return_url ?? null,
  }
  work.add(link, '')
  return { token, expiresAt: link.expires_at }
}

export async function findLink(
  work: Work,
  token: string,
  purpose: HostedLink['purpose'],
): Promise<HostedLink | undefined> {
  const link = await work.find('hosted_link', linkId(token), '')
  return link?.purpose === purpose ? link : undefined
}

/** The first visit: the link is used up, its page stays usable for a while. */
export function openLink(work: Work, link: HostedLink): void {
  link.opened = true
  link.expires_at = work.now + VISIT_SECONDS
}

/** Whether the link can be opened now. */
export function isFresh(work: Work, link: HostedLink): boolean {
  return !link.opened && link.expires_at > work.now
}

function linkId(token: string): string {
  return `link_${sha256(token)}`
}
