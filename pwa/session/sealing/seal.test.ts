import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { newSealKeys } from '../../test-support/seal-keys'
import { openSeal } from './open-seal'
import { seal } from './seal'

const RUNS = 50
const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a seal opens with its private key alone, and every seal of the same words is another', async () => {
  const [own, other] = await Promise.all([newSealKeys(), newSealKeys()])
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (plain) => {
      const copy = new Uint8Array(plain)
      const [sealed, again] = [await seal(own.publicKey, copy), await seal(own.publicKey, copy)]
      expect(new Uint8Array(await openSeal(own.privateKey, sealed))).toEqual(copy)
      expect(new Uint8Array(sealed)).not.toEqual(new Uint8Array(again))
      await expect(openSeal(other.privateKey, sealed)).rejects.toThrow()
    }),
    { numRuns: RUNS },
  )
})

test('a seal that was changed does not open', async () => {
  const { publicKey, privateKey } = await newSealKeys()
  const sealed = await seal(publicKey, bytesOf('Half a sentence'))
  for (const at of [0, 70, sealed.byteLength - 1]) {
    const changed = new Uint8Array(sealed.slice(0))
    changed[at] = (changed[at] ?? 0) ^ 1
    await expect(openSeal(privateKey, changed.buffer)).rejects.toThrow()
  }
})
