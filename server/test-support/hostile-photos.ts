import { deflateSync } from 'node:zlib'
import { chunk, grayPng, halfClearPng, jpegWithSecrets, segment } from './test-pictures'

/** Numbers from 0 up to 1 that look random and are the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface Making {
  random: () => number
  /** A whole number below `most`. */
  below(most: number): number
  pick<Value>(values: readonly Value[]): Value
  bytes(count: number): Buffer
  /** A sound picture to spoil. */
  sound(): Buffer
  jpeg: Buffer
  png: Buffer
  webp: Buffer
}

const KINDS: Record<string, (making: Making) => Uint8Array> = {
  truncated: ({ sound, below }) => {
    const whole = sound()
    return whole.subarray(0, 1 + below(whole.length - 1))
  },
  'bytes changed': ({ sound, below }) => {
    const spoiled = Buffer.from(sound())
    for (let count = 1 + below(20); count > 0; count--) spoiled[below(spoiled.length)] = below(256)
    return spoiled
  },
  'a bomb': ({ pick, below }) => {
    const [width, height] = pick([
      [100_000, 100_000],
      [0x7fffffff, 0x7fffffff],
      [1, 0x7fffffff],
      [0xffffffff, 1],
      [0, 0],
      [30_000 + below(1_000), 30_000],
    ] as const)
    const head = Buffer.alloc(13)
    head.writeUInt32BE(width, 0)
    head.writeUInt32BE(height, 4)
    head.set([8, pick([0, 2, 3, 6, 7]), 0, 0, pick([0, 1])], 8)
    return pngOf([chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(below(100_000)))), END])
  },
  'an unpacked bomb in a text': ({ png, pick }) => {
    const packed = deflateSync(Buffer.alloc(8_000_000))
    const text = Buffer.concat([Buffer.from('Comment\0\0'), packed])
    return withChunks(png, [chunk(pick(['zTXt', 'iTXt', 'iCCP']), text)])
  },
  polyglot: ({ sound, pick, bytes }) => {
    const other = pick(['%PDF-1.7\n', '<html><script>evil()</script>', 'PK\x03\x04', 'MZ', '#!/bin/sh\n', 'GIF89a/*'])
    const before = Buffer.from(other, 'latin1')
    return pick([Buffer.concat([before, sound()]), Buffer.concat([sound(), before, bytes(2_000)])])
  },
  'another type': ({ pick, bytes, below }) => {
    const start = pick([
      '<svg xmlns="http://www.w3.org/2000/svg" onload="evil()"/>',
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaa">]><svg>&a;</svg>',
      'GIF89a',
      'BM',
      'II*\0',
      'MM\0*',
      '\0\0\0\x20ftypheic',
      '\0\0\0\x20ftypavif',
      'RIFF\0\0\0\0WEBP',
      'RIFF\0\0\0\0WAVE',
      '\xff\xd8\xff',
      '\x89PNG\r\n\x1a\n',
      '',
    ])
    return Buffer.concat([Buffer.from(start, 'latin1'), bytes(1 + below(3_000))])
  },
  'huge headers': ({ jpeg, png, below, bytes, pick }) =>
    pick([
      () =>
        withSegments(
          jpeg,
          Array.from({ length: 1 + below(30) }, () => segment(0xe0 + below(16), bytes(60_000))),
        ),
      () => withSegments(jpeg, [Buffer.from([0xff, 0xe1, 0, below(3)])]),
      () => withSegments(jpeg, [Buffer.from([0xff, 0xe1, 0xff, 0xff])]),
      () =>
        withChunks(
          png,
          Array.from({ length: 1 + below(400) }, () => chunk('tEXt', bytes(200))),
        ),
      () => withChunks(png, [Buffer.concat([Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.from('tEXt')])]),
    ])(),
  animated: ({ png, webp, pick, below, bytes }) =>
    pick([
      () => withChunks(png, [chunk('acTL', Buffer.from([0, 0, 0xff, 0xff, 0, 0, 0, 0])), chunk('fcTL', bytes(26))]),
      () =>
        riff([
          webpChunk('VP8X', vp8x(0x02, below(16_384))),
          webpChunk('ANIM', bytes(6)),
          webpChunk('ANMF', bytes(16 + below(300))),
        ]),
      () => riff([webpChunk('VP8X', vp8x(0x3f, 63)), webp.subarray(12), webp.subarray(12)]),
      () => Buffer.concat([Buffer.from('GIF89a'), Buffer.from([8, 0, 8, 0, 0x80, 0, 0]), bytes(200)]),
    ])(),
  CMYK: ({ jpeg, pick, below }) => {
    const adobe = segment(0xee, Buffer.concat([Buffer.from('Adobe'), Buffer.from([0, 100, 0, 0, 0, 0, below(4)])]))
    const spoiled = Buffer.from(withSegments(jpeg, [adobe]))
    const frame = spoiled.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(spoiled[at + 1] ?? 0))
    if (frame > 0) spoiled[frame + 9] = pick([1, 2, 4, 0, 255])
    return spoiled
  },
  ICC: ({ jpeg, png, pick, below, bytes }) =>
    pick([
      () => {
        const parts = 1 + below(5)
        const part = (nth: number) =>
          Buffer.concat([Buffer.from('ICC_PROFILE\0'), Buffer.from([nth, below(256)]), bytes(below(3_000))])
        return withSegments(
          jpeg,
          Array.from({ length: parts }, (_, nth) => segment(0xe2, part(pick([nth + 1, 0, 255])))),
        )
      },
      () => withChunks(png, [chunk('iCCP', Buffer.concat([Buffer.from('p\0\0'), deflateSync(bytes(4_000))]))]),
      () => withChunks(png, [chunk('iCCP', bytes(below(500)))]),
    ])(),
  'EXIF loops': ({ jpeg, pick, below }) => {
    const entry = (tag: number, type: number, count: number, value: number) => {
      const line = Buffer.alloc(12)
      line.writeUInt16BE(tag, 0)
      line.writeUInt16BE(type, 2)
      line.writeUInt32BE(count, 4)
      line.writeUInt32BE(value >>> 0, 8)
      return line
    }
    const entries = [
      entry(0x0112, 3, pick([1, 0, 0xffffffff]), below(12) << 16),
      // The directories of the camera and of the place, each the first one again.
      entry(0x8769, 4, 1, pick([8, 0, 0xffffffff])),
      entry(0x8825, 4, 1, pick([8, 20])),
      entry(0x010f, 2, 0xffffffff, 8),
    ]
    const count = Buffer.alloc(2)
    count.writeUInt16BE(pick([entries.length, 0, 0xffff]))
    const next = Buffer.alloc(4)
    next.writeUInt32BE(pick([8, 0xffffffff, 2]))
    return withSegments(jpeg, [
      segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0MM\0*\0\0\0\x08', 'latin1'), count, ...entries, next])),
    ])
  },
}

export interface HostilePhoto {
  kind: string
  content: Uint8Array<ArrayBuffer>
}

/** So many files that nobody means well with, always the same ones for a seed; as many of each kind. */
export async function* hostilePhotos(seed: number, count: number): AsyncGenerator<HostilePhoto> {
  const random = randomFrom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const pick = <Value>(values: readonly Value[]) => values[below(values.length)] as Value
  const encoded = async (image: Bun.Image) => Buffer.from(await image.bytes())
  const [jpeg, png] = [Buffer.from(await jpegWithSecrets(64, 48)), Buffer.from(halfClearPng(64, 48, [200, 40, 40]))]
  const webp = await encoded(new Bun.Image(grayPng(64, 48)).webp())
  const making: Making = {
    random,
    below,
    pick,
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    sound: () => pick([jpeg, png, webp]),
    jpeg,
    png,
    webp,
  }
  const kinds = Object.entries(KINDS)
  for (let nth = 0; nth < count; nth++) {
    const [kind, make] = kinds[nth % kinds.length] ?? ['', () => new Uint8Array()]
    yield { kind, content: new Uint8Array(make(making)) }
  }
}

const END = chunk('IEND', Buffer.alloc(0))

function pngOf(chunks: Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), ...chunks])
}

/** Behind the signature and the first chunk, which has 25 bytes. */
function withChunks(png: Buffer, chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

function withSegments(jpeg: Buffer, segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

function riff(chunks: Buffer[]): Buffer {
  const content = Buffer.concat([Buffer.from('WEBP'), ...chunks])
  const head = Buffer.from('RIFF\0\0\0\0', 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content])
}

function webpChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.from(`${type}\0\0\0\0`, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

function vp8x(flags: number, size: number): Buffer {
  const content = Buffer.alloc(10)
  content[0] = flags
  content.writeUIntLE(size, 4, 3)
  content.writeUIntLE(size, 7, 3)
  return content
}
