import type { Day } from '#schema/date-range'
import type { OwnItem } from '#schema/made-to-order'
import { thingKey } from '../../offerings/own-thing-writes'
import type { SyncEngine } from '../../sync/engine'
import { pressedNow } from '../../sync/server-clock'

/**
 * Takes no orders for one's own item until a day, that day included, or takes them again (null); seen at once and sent when
 * the connection allows.
 */
export async function pauseItem(
  engine: SyncEngine,
  item: Pick<OwnItem, 'id' | 'clientId'>,
  until: Day | null,
): Promise<void> {
  await engine.submit('item.pause', { itemKey: thingKey(item), itemId: item.id, until, pressedAt: pressedNow() })
}
