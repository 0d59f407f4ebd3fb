import * as z from 'zod/mini'
import type { DraftKind } from '#schema/draft'
import { PhotoRef } from '../disk/mutations'

/** The pages and the names of offerings of a kind. */
interface ThingKind {
  /** The page to write one: `?draft=` and its key. */
  create: '/create' | '/create-made-to-order'
  page: (id: number) => string
  /** The name of a draft without a title. */
  untitled: string
  /** Its name while it is opened. */
  noun: string
  published: { title: string; description: string }
  changed: string
  /** The title of a publication that the server refused. */
  notPublished: string
}

export const THING_KINDS: Record<DraftKind, ThingKind> = {
  listing: {
    create: '/create',
    page: (id) => `/listings/${id}`,
    untitled: 'Untitled listing',
    noun: 'listing',
    published: { title: 'Listing published', description: 'It is on show now.' },
    changed: 'Listing changed',
    notPublished: 'Not published',
  },
  item: {
    create: '/create-made-to-order',
    page: (id) => `/made-to-order/${id}`,
    untitled: 'Untitled item',
    noun: 'item',
    published: { title: 'Item published', description: 'It takes orders now.' },
    changed: 'Item changed',
    notPublished: 'Error Creating Item',
  },
}

const Head = z.object({
  title: z.catch(z.string(), ''),
  category: z.catch(z.string(), ''),
  photos: z.catch(z.array(z.object({ photo: PhotoRef })), []),
})

/** The values that identify a draft of any kind. Storage and other devices may hold anything. */
export function draftHead(values: Record<string, unknown>): z.infer<typeof Head> {
  return Head.parse(values)
}
