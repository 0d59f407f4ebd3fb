import * as z from 'zod/mini'
import { PaymentMethod } from '#schema/payment'
import { type LocalDb, readMeta, writeMeta } from '../disk/local-db'

const KnownCards = z.object({ cards: z.array(PaymentMethod), at: z.iso.datetime() })
/** The saved cards as they were when the provider was last asked. */
export type KnownCards = z.infer<typeof KnownCards>

/** Null when this device has never seen them, or keeps them in the shape of another version. */
export async function readKnownCards(db: LocalDb): Promise<KnownCards | null> {
  const known = KnownCards.safeParse(await readMeta(db, 'cards'))
  return known.success ? known.data : null
}

/** Remembers the cards for looking at them without a connection. Without room on disk they are simply not remembered. */
export async function keepKnownCards(db: LocalDb, cards: PaymentMethod[], now: Date): Promise<void> {
  const known: KnownCards = { cards, at: now.toISOString() }
  await writeMeta(db, 'cards', known).catch(() => undefined)
}
