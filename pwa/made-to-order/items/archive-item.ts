import type { OwnItem } from '#schema/made-to-order'
import { thingKey } from '../../offerings/own-thing-writes'
import type { SyncEngine } from '../../sync/engine'
import { pressedNow } from '../../sync/server-clock'

/** Takes one's own item off the public pages or brings it back; seen at once and sent when the connection allows. */
export async function archiveItem(
  engine: SyncEngine,
  item: Pick<OwnItem, 'id' | 'clientId'>,
  archived: boolean,
): Promise<void> {
  await engine.submit('item.archive', { itemKey: thingKey(item), itemId: item.id, archived, pressedAt: pressedNow() })
}
