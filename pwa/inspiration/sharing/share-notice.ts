import { errorNotice, type Notice } from '../../ui/toasts'
import type { TakenShare } from './take-shared'

const CHOOSE_AGAIN: Notice = {
  title: 'Please choose the photo again',
  description: 'What you shared did not reach this page.',
}

const TOO_MANY: Notice = errorNotice(
  'Too many drafts are waiting',
  'Finish or discard one of them, and share this again.',
)

const THE_OTHERS = 'Please share the others on their own.'

/** The words to show; none where all photos are in the form. */
export function noticeOfShare(taken: TakenShare | 'full' | null): Notice | null {
  if (!taken) return CHOOSE_AGAIN
  if (taken === 'full') return TOO_MANY
  if (taken.refused.length > 0) return refusedNotice(taken)
  if (taken.leftOut > 0) return leftOutNotice(taken)
  return taken.photos === 0 && !taken.hasWords ? CHOOSE_AGAIN : null
}

function refusedNotice({ photos, refused, leftOut }: TakenShare): Notice {
  const all = photos + refused.length + leftOut
  const { message = '', advice = '' } = refused[0] ?? {}
  if (all === 1) return errorNotice(message, advice)
  const others = leftOut > 0 ? ` ${THE_OTHERS}` : ''
  return errorNotice(`${refused.length} of ${all} photos could not be used`, `${message}. ${advice}${others}`)
}

function leftOutNotice({ photos, leftOut }: TakenShare): Notice {
  if (photos > 0)
    return {
      title: photos === 1 ? 'The first photo was added' : `The first ${photos} photos were added`,
      description: THE_OTHERS,
    }
  if (leftOut === 1) return errorNotice('This photo is too large to be shared', 'Please choose it in the form.')
  return errorNotice('These photos are too large to be shared', 'Please choose them in the form.')
}
