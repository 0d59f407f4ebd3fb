import { type PngRows, readRows, writeRows } from './png-rows'

/**
 * Lays what can be seen through on white paper: JPEG knows no transparency and would show it black.
 * @returns a PNG of the image
 */
export async function layOnWhite(image: Bun.Image): Promise<Uint8Array> {
  const png = await readRows(image)
  paintWhite(png)
  return writeRows(png)
}

function paintWhite({ rows, chunks }: PngRows): void {
  const width = chunks[0]?.content.readUInt32BE(0) ?? 0
  const stride = 1 + width * 4
  for (let row = 0; row < rows.length; row += stride) {
    for (let at = row + 1; at < row + stride; at += 4) {
      const alpha = rows[at + 3] ?? 255
      if (alpha === 255) continue
      for (let channel = at; channel < at + 3; channel++)
        rows[channel] = Math.round(((rows[channel] ?? 0) * alpha + 255 * (255 - alpha)) / 255)
      rows[at + 3] = 255
    }
  }
}
