/** Photos and avatars that everybody may see. */
export const PHOTO_CACHE = 'photos-1'
const ACCOUNT_CACHE = /^photos-(trestle-.+)$/

/** The cache of the photos that an account alone may see, named like the account's database: it goes with the database. */
export const accountCache = (dbName: string) => `photos-${dbName}`
/** The database of the account whose photos are in this cache; null for any other cache. */
export const accountOfCache = (cache: string) => ACCOUNT_CACHE.exec(cache)?.[1] ?? null
