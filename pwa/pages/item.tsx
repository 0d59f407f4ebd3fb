import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Item } from '#schema/made-to-order'
import { CornerHeart } from '../inspiration/boards/hearts'
import { SeenIn } from '../inspiration/seen-in'
import { ItemFacts, ItemTerms } from '../made-to-order/items/item-facts'
import { readItemWish } from '../made-to-order/items/items-search'
import { OwnItemPanel } from '../made-to-order/items/own-item-panel'
import { type ShownItem, useItem } from '../made-to-order/items/use-item'
import { OrderSection } from '../made-to-order/orders/order-section'
import { UnsentOrder } from '../made-to-order/orders/unsent-order'
import { AskButton } from '../messages/ask-button'
import { ReportButton } from '../moderation/report-button'
import { GoneNote } from '../offerings/gone-note'
import { useOwnPhotos } from '../offerings/use-own-photos'
import { Carousel } from '../photos/carousel'
import { ReviewList } from '../reviews/review-list'
import { ButtonLink } from '../ui/button-link'
import { DetailSkeleton } from '../ui/detail-skeleton'
import { EmptyPage } from '../ui/empty-state'
import { usePageTitle } from '../ui/page-title'
import { routeId } from '../ui/route-id'
import '../styles/listing.css'

const route = getRouteApi('/made-to-order/$id')
const PHOTO_SIZES = '(min-width: 72em) 43rem, (min-width: 56em) 60vw, 100vw'

/** One made-to-order item. */
export function ItemPage() {
  const id = routeId(route.useParams().id)
  const shown = useItem(id)
  usePageTitle(shown.state === 'shown' ? shown.item.title : undefined)
  switch (shown.state) {
    case 'loading':
      return <DetailSkeleton label="Loading the item" />
    case 'missing':
      return (
        <NoItem drawing="not-found" title="Item Not Found" words="Its maker may have taken it down.">
          {id !== null && <UnsentOrder itemId={id} />}
        </NoItem>
      )
    case 'unreachable':
      return <NoItem drawing="offline" title="This item is not on this device yet" words="Connect once to see it." />
    case 'shown':
      return <Detail key={shown.item.id} {...shown} />
  }
}

function Detail({ item, own, isGone }: Extract<ShownItem, { state: 'shown' }>) {
  const held = useOwnPhotos(own)
  const { pieces } = readItemWish(route.useSearch())
  const photos = own ? held : publicPhotos(item)
  return (
    <div className="page">
      {isGone && <GoneNote what="item" />}
      <div className="split grid gap-5 listing listing--item">
        <div className="listing__photos">
          <Carousel label={item.title} photos={photos} category={item.category} sizes={PHOTO_SIZES} />
          {!own && <CornerHeart kind="item" id={item.id} title={item.title} pieces={pieces} isGone={isGone} />}
        </div>
        <div className="listing__book stack stack--loose">
          <ItemFacts item={item} />
          {own ? <OwnItemPanel shown={own} /> : <OrderSection key={item.id} item={item} isGone={isGone} />}
        </div>
        <div className="listing__words stack stack--loose">
          <p className="long-text" dir="auto">
            {item.description}
          </p>
          <AskButton
            asked={{ about: 'item', id: item.id }}
            ownerId={item.userId}
            owner={item.ownerUsername}
            title={item.title}
            isGone={isGone}
          />
          <ItemTerms terms={item.terms} />
          <ReportButton
            kind="item"
            id={item.id}
            ownerId={item.userId}
            title={item.title}
            photos={publicPhotos(item).map(({ src }) => src)}
          />
        </div>
      </div>
      <ReviewList kind="item" id={item.id} subject={item.ownerUsername} rating={item.rating} />
      <SeenIn kind="item" id={item.id} />
    </div>
  )
}

/** The main one first, each once. */
function publicPhotos({ mainImage, images, photoAlts }: Item): { src: string; alt: string }[] {
  const all = [mainImage, ...images].map((src, index) => ({ src, alt: photoAlts[index] ?? '' }))
  return all.filter(({ src }, index) => src !== '' && all.findIndex((one) => one.src === src) === index)
}

interface NoItemProps {
  drawing: 'not-found' | 'offline'
  title: string
  words: string
  /** Below the way out. */
  children?: ReactNode
}

function NoItem({ drawing, title, words, children }: NoItemProps) {
  return (
    <EmptyPage
      drawing={drawing}
      title={title}
      action={
        <>
          <ButtonLink to="/made-to-order">Browse Made-to-Order Items</ButtonLink>
          {children}
        </>
      }
    >
      {words}
    </EmptyPage>
  )
}
