import { useMemo } from 'react'
import type { MarkKind, PostStat } from '#schema/inspiration'
import { useAccount } from '../session/account'
import { useLiveQuery } from '../session/use-live-query'
import { useSignInFirst } from '../session/use-sign-in-first'
import { useCatalogue } from '../session/use-sync'
import { shownMarks } from '../sync/overlay'
import { errorNotice, useToast } from '../ui/toasts'
import { markPost } from './mark-post'
import { NO_MARKS, readMarks } from './mark-queries'

const NO_COUNTS = { likeCount: 0, saveCount: 0 }

/** Likes and saves as this person should see them, and the presses that change them. */
export function useMarks() {
  const { user, engine } = useAccount()
  const { catalogue } = useCatalogue()
  const signInFirst = useSignInFirst()
  const toast = useToast()
  const marks = useLiveQuery(() => readMarks(engine.db), [engine]) ?? NO_MARKS
  const own = useMemo(() => new Set(marks.own.keys()), [marks])

  const shown = (postId: number, told: PostStat = NO_COUNTS) =>
    shownMarks(postId, catalogue.get('stat', postId) ?? told, own, marks.wanted)

  async function toggle(kind: MarkKind, postId: number) {
    if (!user) {
      signInFirst(`Please sign in to ${kind} posts`)
      return
    }
    const { liked, saved } = shown(postId)
    try {
      await markPost(engine, kind, postId, !(kind === 'like' ? liked : saved))
    } catch {
      toast(errorNotice('Error', `Failed to update ${kind} status`))
    }
  }
  return { shown, toggle }
}
