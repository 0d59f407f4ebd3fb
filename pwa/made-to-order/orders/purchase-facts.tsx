import { type Day, formatFarDay } from '#schema/date-range'
import { colorOf } from '#schema/made-to-order'
import { formatCents } from '#schema/money'
import { orderedPieces, type Purchase } from '#schema/purchase'
import { Money } from '../../money/money'
import { Tooltip } from '../../ui/tooltip'
import { addressWords, expectedOn } from './purchase-words'
import { Swatch } from './swatch'

/** Price, day and address of an order. */
export function PurchaseFacts({ purchase, today }: { purchase: Purchase; today: Day }) {
  const { totalAmount, deliveryAddress, needBy, trackingNote } = purchase
  const pieces = orderedPieces(purchase)
  return (
    <dl className="purchase__facts facts breaks grid gap-1">
      {pieces > 1 && (
        <div>
          <dt>Pieces</dt>
          <dd>{pieces}</dd>
        </div>
      )}
      <div>
        <dt>Price</dt>
        <dd>
          <Money amount={formatCents(totalAmount)} />
        </dd>
      </div>
      <div>
        <dt>Estimated Delivery</dt>
        <dd>{expectedOn(purchase)}</dd>
      </div>
      {needBy && (
        <div>
          <dt>Needed by</dt>
          <dd>{formatFarDay(needBy, today)}</dd>
        </div>
      )}
      <div>
        <dt>Delivery Address</dt>
        <dd>
          <Tooltip label="View Address">{addressWords(deliveryAddress)}</Tooltip>
        </dd>
      </div>
      {trackingNote && (
        <div>
          <dt>Tracking</dt>
          <dd dir="auto">{trackingNote}</dd>
        </div>
      )}
    </dl>
  )
}

/** The buyer's choices and note. */
export function PurchaseWishes({ purchase: { customizations, note } }: { purchase: Purchase }) {
  const choices = Object.entries(customizations)
  return (
    <>
      {choices.length > 0 && (
        <section aria-label="Customizations">
          <h4>Customizations</h4>
          <dl className="purchase__facts facts breaks grid gap-1">
            {choices.map(([name, value]) => (
              <div key={name}>
                <dt dir="auto">{name}</dt>
                <dd dir="auto">
                  <Swatch shade={colorOf(value).shade} /> {value}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {note && (
        <section aria-label="Your Note">
          <h4>Your Note</h4>
          <p className="long-text" dir="auto">
            {note}
          </p>
        </section>
      )}
    </>
  )
}
