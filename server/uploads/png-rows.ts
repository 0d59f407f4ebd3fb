import { crc32, deflateSync, inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8

/** A PNG taken apart. `rows` are its pixels: each row is one byte (0, no filter) and then red, green, blue, alpha per pixel. */
export interface PngRows {
  head: Buffer
  /** The chunks before and after the pixels, such as the colour profile. */
  chunks: { type: string; content: Buffer }[]
  rows: Buffer
}

/** Draws an image as a PNG and opens that. `Bun.Image` writes eight bits, four channels, and no filter when it does not compress. */
export async function readRows(image: Bun.Image): Promise<PngRows> {
  const png = Buffer.from(await image.png({ compressionLevel: 0 }).bytes())
  const [chunks, packed]: [PngRows['chunks'], Buffer[]] = [[], []]
  for (let at = SIGNATURE_BYTES; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    if (type === 'IDAT') packed.push(content)
    else chunks.push({ type, content })
    at += length + 12
  }
  return { head: png.subarray(0, SIGNATURE_BYTES), chunks, rows: inflateSync(Buffer.concat(packed)) }
}

/** The PNG of these rows, with everything else as it was. */
export function writeRows({ head, chunks, rows }: PngRows): Uint8Array {
  const end = chunks.findIndex(({ type }) => type === 'IEND')
  const pixels = { type: 'IDAT', content: deflateSync(rows, { level: 0 }) }
  return Buffer.concat([head, ...chunks.toSpliced(end, 0, pixels).map(chunkBytes)])
}

function chunkBytes({ type, content }: PngRows['chunks'][number]): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}
