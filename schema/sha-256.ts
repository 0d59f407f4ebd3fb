/** SHA-256 of a text in UTF-8, as 64 hex digits: the same on both sides, without a platform's own cryptography. */
export function sha256(text: string): string {
  const words = padded(utf8(text))
  const state = [...INITIAL]
  for (let block = 0; block < words.length; block += 16) compress(state, words.subarray(block, block + 16))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}

/** The first fractional bits of the roots of the first primes, as the standard derives them. */
const PRIMES = firstPrimes(64)
const K = PRIMES.map((prime) => fraction(Math.cbrt(prime)))
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let next = 2; primes.length < count; next++) if (primes.every((prime) => next % prime !== 0)) primes.push(next)
  return primes
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

/** Half a pair counts as the replacement character, as everywhere. */
function utf8(text: string): Uint8Array {
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character.codePointAt(0) ?? 0
      return encoded(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code)
    }),
  )
}

function encoded(code: number): number[] {
  const rest = (shift: number) => 0x80 | ((code >> shift) & 0x3f)
  if (code < 0x80) return [code]
  if (code < 0x800) return [0xc0 | (code >> 6), rest(0)]
  if (code < 0x10000) return [0xe0 | (code >> 12), rest(6), rest(0)]
  return [0xf0 | (code >> 18), rest(12), rest(6), rest(0)]
}

/** The bytes, a single 1 bit, zeros, and their length in bits, as big-endian words of whole blocks. */
function padded(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16)
  for (const [at, byte] of bytes.entries()) put(words, at, byte)
  put(words, bytes.length, 0x80)
  words[words.length - 1] = bytes.length * 8
  return words
}

function put(words: Int32Array, at: number, byte: number): void {
  words[at >> 2] = (words[at >> 2] ?? 0) | (byte << (24 - (at % 4) * 8))
}

function compress(state: number[], block: Int32Array): void {
  const w = new Int32Array(64)
  w.set(block)
  for (let t = 16; t < 64; t++) {
    const [w15, w2] = [w[t - 15] ?? 0, w[t - 2] ?? 0]
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    w[t] = ((w[t - 16] ?? 0) + s0 + (w[t - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + (K[t] ?? 0) + (w[t] ?? 0)) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0]
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = ((state[at] ?? 0) + word) | 0
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
