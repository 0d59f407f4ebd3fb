import { crc32, deflateSync } from 'node:zlib'

/** A black grayscale PNG, made by hand so that a small file can claim any size. */
export function grayPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return png(header, Buffer.alloc((width + 1) * height))
}

/** A PNG of one colour, left half solid, right half to be seen through; what cannot be seen is black, as programs leave it. */
export function halfClearPng(width: number, height: number, [red, green, blue]: [number, number, number]) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6], 8)
  const row = [0]
  for (let x = 0; x < width; x++) row.push(...(x < width / 2 ? [red, green, blue, 255] : [0, 0, 0, 0]))
  return png(header, Buffer.from(Array.from({ length: height }, () => row).flat()))
}

function png(header: Buffer, rows: Buffer): Uint8Array<ArrayBuffer> {
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  const parts = [signature, chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat(parts))
}

/** A part of a PNG. */
export function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A JPEG that lies on its side (EXIF orientation 6), names its camera, and carries a comment and a script. */
export async function jpegWithSecrets(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const plain = Buffer.from(await new Bun.Image(grayPng(width, height)).jpeg().bytes())
  const camera = Buffer.from('SecretCam\0')
  const exif = Buffer.concat([
    Buffer.from('Exif\0\0'),
    Buffer.from('MM\0*\0\0\0\x08', 'latin1'),
    Buffer.from([0, 2]),
    // Make: ASCII text at offset 38, behind the directory.
    Buffer.from([0x01, 0x0f, 0, 2, 0, 0, 0, camera.length, 0, 0, 0, 38]),
    // Orientation: a short, 6 = turn right.
    Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]),
    Buffer.from([0, 0, 0, 0]),
    camera,
  ])
  const comment = segment(0xfe, Buffer.from('<?php evil(); ?>'))
  const script = Buffer.from('<script>evil()</script>')
  const start = plain.subarray(0, 2)
  return new Uint8Array(Buffer.concat([start, segment(0xe1, exif), comment, plain.subarray(2), script]))
}

/** A part of a JPEG. One that is longer than it may say says the most. */
export function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(Math.min(content.length + 2, 0xffff), 2)
  return Buffer.concat([head, content])
}
