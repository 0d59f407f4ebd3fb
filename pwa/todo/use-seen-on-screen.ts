import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { noticeTag } from '#schema/push-notice'
import { useAccount } from '../session/account'
import type { DealAbout } from '../sync/thread'
import { isInFront, onFrontChange } from './in-front'
import type { News } from './news'
import { noteSeen } from './note-seen'

/** A card counts as seen when half of it, or so many pixels of a tall one, are on the screen. */
const SEEN_PX = 160
const STEPS = Array.from({ length: 21 }, (_, step) => step / 20)

/** Marks news as seen, and closes notifications about it, once the element with the answered ref has been on the screen in front of a person. */
export function useSeenOnScreen<Shown extends Element>(thing: DealAbout, news: News | null): RefObject<Shown | null> {
  const { db } = useAccount().engine
  const ref = useRef<Shown>(null)
  const see = useEffectEvent(() => {
    noteSeen(db, noticeTag(thing), news)
  })
  const mark = news ? `${news.key} ${news.state} ${news.place.group} ${news.place.at}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: other news of the same card are looked at anew
  useEffect(() => {
    const element = ref.current
    if (!element) return
    let isOnScreen = false
    const look = () => {
      if (isOnScreen && isInFront(element)) see()
    }
    const watch = new IntersectionObserver(
      (entries) => {
        const last = entries.at(-1)
        isOnScreen = last !== undefined && isEnough(last)
        look()
      },
      { threshold: STEPS },
    )
    watch.observe(element)
    const stop = onFrontChange(look)
    return () => {
      watch.disconnect()
      stop()
    }
  }, [mark])
  return ref
}

const isEnough = ({ intersectionRatio, intersectionRect }: IntersectionObserverEntry) =>
  intersectionRatio >= 0.5 || intersectionRect.height >= SEEN_PX
