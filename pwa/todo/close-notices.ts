/** A notification is about a card, or about the messages of its thread; both have the same tag. */
export type NoticePart = 'card' | 'thread'

const THREAD = /[?&](messages|thread)=/

/** Is the notification about one of these cards or threads? One without a tag says only that there is something new. */
export function isNoticeOf(
  { tag, data }: Pick<Notification, 'tag' | 'data'>,
  tags: readonly string[],
  part: NoticePart,
): boolean {
  if (tag === '') return true
  return tags.includes(tag) && THREAD.test(String(data?.path ?? '')) === (part === 'thread')
}

/** Closes the notifications about what has been on a screen in front of a person, and no others. */
export async function closeNotices(tags: readonly string[], part: NoticePart): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (isNoticeOf(notification, tags, part)) notification.close()
}
