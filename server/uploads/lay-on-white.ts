import { type PngRows, readRows, writeRows } from './png-rows'

/**
 * Lays what can be seen through on white paper: JPEG knows no transparency and would show it black.
 * @returns null when nothing of the image can be seen through; otherwise a PNG of it
 */
export async function layOnWhite(image: Bun.Image): Promise<Uint8Array | null> {
  const png = await readRows(image)
  return paintWhite(png) ? writeRows(png) : null
}

/** @returns whether there was anything to paint. */
function paintWhite({ rows, chunks }: PngRows): boolean {
  const width = chunks[0]?.content.readUInt32BE(0) ?? 0
  const stride = 1 + width * 4
  let isPainted = false
  for (let row = 0; row < rows.length; row += stride) {
    for (let at = row + 1; at < row + stride; at += 4) {
      const alpha = rows[at + 3] ?? 255
      if (alpha === 255) continue
      isPainted = true
      for (let channel = at; channel < at + 3; channel++)
        rows[channel] = Math.round(((rows[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255)
      rows[at + 3] = 255
    }
  }
  return isPainted
}
