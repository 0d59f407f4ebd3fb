import * as z from 'zod/mini'
import type { LocalDb } from '../../disk/local-db'

/**
 * Photos that came together from the phone's gallery, for one post each. They are kept among the drafts until each is in a
 * post or dismissed, the one that the form shows at the moment too.
 */
const GALLERY = 'gallery'
const BlobIds = z.array(z.uuid())

/** Their ids, in the order in which they came. */
export async function readGallery(db: LocalDb): Promise<string[]> {
  return BlobIds.safeParse((await db.drafts.get(GALLERY))?.values).data ?? []
}

/** Adds photos that this device holds; one that is among them already keeps its place. */
export async function addToGallery(db: LocalDb, blobIds: readonly string[]): Promise<void> {
  await change(db, (held) => [...new Set([...held, ...blobIds])])
}

/** Takes a photo out, because it is in a post or dismissed. The photo itself stays. */
export async function dropFromGallery(db: LocalDb, blobId: string): Promise<void> {
  await change(db, (held) => held.filter((one) => one !== blobId))
}

async function change(db: LocalDb, edit: (held: string[]) => string[]): Promise<void> {
  await db.transaction('rw', db.drafts, async () => {
    const values = edit(await readGallery(db))
    if (values.length === 0) await db.drafts.delete(GALLERY)
    else await db.drafts.put({ draftId: GALLERY, kind: GALLERY, values, updatedAt: new Date().toISOString() })
  })
}
