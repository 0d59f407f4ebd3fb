import { useLocation, useNavigate } from '@tanstack/react-router'
import type { BrowseParams } from '../listings/browse-search'

declare module '@tanstack/history' {
  interface HistoryState {
    /** The second step of Book Dates is an entry of its own: back leads to the dates, a reload stays. */
    offerStep?: 'payment'
  }
}

export type OfferStep = 'dates' | 'payment'

/** The step of Book Dates as the browser's history knows it. */
export function useOfferStep(listingId: number): {
  step: OfferStep
  toPayment: (options?: { replace: boolean }) => void
  toDates: () => void
} {
  const step = useLocation({ select: ({ state }): OfferStep => state.offerStep ?? 'dates' })
  const navigate = useNavigate()
  const here = { to: '/listings/$id', params: { id: String(listingId) }, search: onlyWish, resetScroll: false } as const
  return {
    step,
    toPayment: ({ replace } = { replace: false }) => navigate({ ...here, replace, state: { offerStep: 'payment' } }),
    toDates: () => navigate({ ...here, replace: true, state: {} }),
  }
}

/** Days and pieces that were chosen before stay in the address: until something is typed they stand nowhere else. */
const onlyWish = ({ from, to, pieces }: BrowseParams) => ({ from, to, pieces })
