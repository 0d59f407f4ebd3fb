import Dexie from 'dexie'

/** Everything that a script could read here, as one text: all databases, cache storage and localStorage. Bytes are read as Latin-1. */
export async function readWholeDisk(notes: Map<string, string>): Promise<string> {
  const found: string[] = [JSON.stringify([...notes])]
  for (const name of await Dexie.getDatabaseNames()) {
    const db = await new Dexie(name).open()
    for (const table of db.tables) found.push(name, table.name, textOf(await table.toArray()))
    db.close()
  }
  for (const name of await caches.keys()) {
    const box = await caches.open(name)
    for (const { url } of await box.keys())
      found.push(
        name,
        url,
        Buffer.from((await (await box.match(url))?.arrayBuffer()) ?? new ArrayBuffer(0)).toString('latin1'),
      )
  }
  return found.join('\n')
}

function textOf(rows: unknown[]): string {
  return JSON.stringify(rows, (_key, value) =>
    value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value,
  )
}
