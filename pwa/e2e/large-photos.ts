import { truncate, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { Locator, TestInfo } from '@playwright/test'

const FIFTY_MEGABYTES = 50 * 1024 * 1024

/** The path of a file that is larger than any photo may be, and takes no room on this disk. */
export async function hugeFile(testInfo: TestInfo): Promise<string> {
  const path = testInfo.outputPath('huge.jpg')
  await writeFile(path, '')
  await truncate(path, FIFTY_MEGABYTES)
  return path
}

/** Picks a photo as a good phone takes it: 24 megapixels of noise, of more bytes than may be sent. Answers with how many. */
export function pickPhonePhoto(input: Locator): Promise<number> {
  return input.evaluate(async (field: HTMLInputElement) => {
    const TILE_PX = 500
    const tile = new OffscreenCanvas(TILE_PX, TILE_PX)
    const drawn = tile.getContext('2d')
    const photo = new OffscreenCanvas(6000, 4000)
    const paper = photo.getContext('2d')
    if (!drawn || !paper) throw new Error('No memory for a canvas')
    const noise = drawn.createImageData(TILE_PX, TILE_PX)
    for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 255
    drawn.putImageData(noise, 0, 0)
    paper.fillStyle = paper.createPattern(tile, 'repeat') ?? ''
    paper.fillRect(0, 0, photo.width, photo.height)
    const blob = await photo.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
    const picked = new DataTransfer()
    picked.items.add(new File([blob], 'IMG_2024.jpg', { type: 'image/jpeg' }))
    field.files = picked.files
    field.dispatchEvent(new Event('change', { bubbles: true }))
    return blob.size
  })
}

/** A white square of a few bytes on disk, and of `side` times `side` pixels once it is drawn. */
export function pixelBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  // One bit for each pixel, grey.
  header[8] = 1
  const row = Math.ceil(side / 8) + 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(row * side))
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)])
}
