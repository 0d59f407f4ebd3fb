const ORIGIN = 'https://trestle.example'

/** A fake of cache storage, as far as it is used for copies of databases; Bun has none. */
class CachesInMemory {
  readonly boxes = new Map<string, Map<string, { body: Blob; type: string }>>()
  /** Refuses every write, as a full disk does. */
  isFull = false
  /** Refuses what is too large for the room that is left. */
  hasRoomFor = (_path: string) => true

  has = async (name: string) => this.boxes.has(name)
  delete = async (name: string) => this.boxes.delete(name)
  keys = async () => [...this.boxes.keys()]

  async match(wanted: string, { cacheName }: { cacheName: string }) {
    return (await this.has(cacheName)) ? (await this.open(cacheName)).match(wanted) : undefined
  }

  async open(name: string) {
    const box = this.boxes.get(name) ?? new Map<string, { body: Blob; type: string }>()
    this.boxes.set(name, box)
    const pathOf = (wanted: string | Request) => {
      const { pathname, search } = new URL(typeof wanted === 'string' ? wanted : wanted.url, ORIGIN)
      return pathname + search
    }
    return {
      match: async (wanted: string) => {
        const found = box.get(pathOf(wanted))
        return found && new Response(found.body, { headers: { 'content-type': found.type } })
      },
      put: async (wanted: string, response: Response) => {
        if (this.isFull || !this.hasRoomFor(pathOf(wanted)))
          throw new DOMException('The disk is full', 'QuotaExceededError')
        const type = response.headers.get('content-type') ?? ''
        box.set(pathOf(wanted), { body: new Blob([await response.arrayBuffer()]), type })
      },
      keys: async () => [...box.keys()].map((path) => new Request(`${ORIGIN}${path}`)),
      delete: async (wanted: string | Request) => box.delete(pathOf(wanted)),
    }
  }
}

/** Puts empty cache storage where pages have theirs. @returns the cache storage, and a way to take it away */
export function installCaches(): { storage: CachesInMemory; remove(): void } {
  const storage = new CachesInMemory()
  const install = (value: unknown) => Object.defineProperty(globalThis, 'caches', { value, configurable: true })
  install(storage)
  return { storage, remove: () => install(undefined) }
}
