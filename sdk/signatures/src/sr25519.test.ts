import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as original from '@scure/sr25519'
import { rolldown } from 'rolldown'
import { afterAll, describe, expect, it } from 'vitest'

// Inside the repository, so that the file finds the packages of the root: the versions that viem
// brings.
const cache = fileURLToPath(new URL('../../../node_modules/.cache/portico', import.meta.url))
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'sr25519-'))
afterAll(() => rmSync(folder, { recursive: true }))

/**
 * @scure/sr25519 as it is published in our packages: without the newer curves that it installs for
 * itself.
 */
async function published(): Promise<typeof original> {
  const bundle = await rolldown({
    input: '@scure/sr25519',
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    external: /^@noble\//,
  })
  const file = join(folder, 'sr25519.mjs')
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return import(/* @vite-ignore */ file)
}

describe('@scure/sr25519 on the curves that viem brings', () => {
  it('[S35] verifies the same signatures as on its own curves, and refuses every changed byte', async () => {
    const { getPublicKey, secretFromSeed, sign, verify } = await published()
    const message = new TextEncoder().encode('<Bytes>text</Bytes>')
    const secret = original.secretFromSeed(new Uint8Array(32).fill(7))
    const key = original.getPublicKey(secret)
    expect([secretFromSeed(new Uint8Array(32).fill(7)), getPublicKey(secret)]).toEqual([
      secret,
      key,
    ])

    const signature = original.sign(secret, message)
    expect(verify(message, signature, key)).toBe(true)
    expect(original.verify(message, sign(secret, message), key)).toBe(true)
    const verdict = (changed: Uint8Array): boolean => {
      try {
        return verify(message, changed, key)
      } catch {
        // It throws at bytes that are no signature.
        return false
      }
    }
    const changes = Array.from(signature, (byte, at) =>
      Uint8Array.from(signature).fill(byte ^ 1, at, at + 1),
    )
    expect(changes.filter(verdict)).toEqual([])
  })
})
