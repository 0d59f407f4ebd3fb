/** A plain object store with one record per row: what one would write without thinking of size. */
export interface RawStore {
  /** In one transaction, as durable as ours. */
  put(rows: readonly object[]): Promise<void>
  all(): Promise<{ id: number }[]>
  remove(): void
}

const promised = <Value>(request: IDBRequest<Value>) =>
  new Promise<Value>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

export async function openRawStore(): Promise<RawStore> {
  const name = `raw-${crypto.randomUUID()}`
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('listings', { keyPath: 'id' })
  const db = await promised(opening)
  return {
    put: (rows) =>
      new Promise((resolve, reject) => {
        const transaction = db.transaction('listings', 'readwrite', { durability: 'strict' })
        const store = transaction.objectStore('listings')
        for (const row of rows) store.put(row)
        transaction.oncomplete = () => resolve()
        transaction.onerror = () => reject(transaction.error)
      }),
    all: () => promised(db.transaction('listings').objectStore('listings').getAll()),
    remove() {
      db.close()
      indexedDB.deleteDatabase(name)
    },
  }
}
