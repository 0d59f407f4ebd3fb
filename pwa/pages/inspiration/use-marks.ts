import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { MarkKind, PostStat } from '#schema/inspiration'
import { markPost } from '../../actions/mark-post'
import { useAccount } from '../../auth/account'
import { useLiveQuery } from '../../auth/use-live-query'
import { useCatalogue } from '../../auth/use-sync'
import { NO_MARKS, readMarks } from '../../db/mark-queries'
import { shownMarks } from '../../db/overlay'
import { useToast } from '../../notifications/toasts'

const NO_COUNTS = { likeCount: 0, saveCount: 0 }

/** Likes and saves as this person should see them, and the presses that change them. */
export function useMarks() {
  const { user, engine } = useAccount()
  const { catalogue } = useCatalogue()
  const navigate = useNavigate()
  const toast = useToast()
  const marks = useLiveQuery(() => readMarks(engine.db), [engine]) ?? NO_MARKS
  const own = useMemo(() => new Set(marks.own.keys()), [marks])

  const shown = (postId: number, told: PostStat = NO_COUNTS) =>
    shownMarks(postId, catalogue.get('stat', postId) ?? told, own, marks.wanted)

  async function toggle(kind: MarkKind, postId: number) {
    if (!user) {
      toast({
        variant: 'destructive',
        title: 'Authentication required',
        description: `Please sign in to ${kind} posts`,
        action: {
          label: 'Sign In',
          onPress: () => navigate({ to: '/auth', search: { next: `${location.pathname}${location.search}` } }),
        },
      })
      return
    }
    const { liked, saved } = shown(postId)
    try {
      await markPost(engine, kind, postId, !(kind === 'like' ? liked : saved))
    } catch {
      toast({ variant: 'destructive', title: 'Error', description: `Failed to update ${kind} status` })
    }
  }
  return { marks, shown, toggle }
}
