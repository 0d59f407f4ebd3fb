import { useToday } from '../../session/use-today'
import { ItemOptions } from './item-facts'
import { standingSentence } from './item-standing'
import { OwnItemButtons } from './own-item-buttons'
import { OwnItemChip } from './own-item-chip'
import type { ShownOwnItem } from './own-item-overlay'
import '../../styles/create.css'

/** In the place of the order form, for the item's maker. */
export function OwnItemPanel({ shown }: { shown: ShownOwnItem }) {
  const today = useToday()
  return (
    <section className="surface stack stack--tight" aria-labelledby="own-item">
      <h2 id="own-item">This is your item</h2>
      <div>
        <OwnItemChip shown={shown} />
      </div>
      <p className="muted">{standingSentence(shown.item, today)}</p>
      <OwnItemButtons shown={shown} />
      <ItemOptions options={shown.item.customizationOptions} />
    </section>
  )
}
