import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as original from '@polkadot-api/merkleize-metadata'
import { rolldown } from 'rolldown'
import { afterAll, describe, expect, it } from 'vitest'
import { metadataHex } from './rpc-ledger.js'

// Inside the repository, so that the file finds the packages of the root: the versions that a host has.
const cache = fileURLToPath(new URL('../../../../node_modules/.cache/portico', import.meta.url))
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'merkleize-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The library as this package ships it: without the newer hashes that the library installs for itself. */
async function published(): Promise<typeof original> {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  const bundle = await rolldown({ input: '@polkadot-api/merkleize-metadata', cwd, external: /^@(noble\/hashes|scure\/base)(\/|$)/ })
  const file = join(folder, 'merkleize.mjs')
  await bundle.write({ file, format: 'esm' })
  await bundle.close()
  return import(/* @vite-ignore */ file)
}

describe('@polkadot-api/merkleize-metadata on the hashes that a host has', () => {
  it('[S2] computes the hash that it computes on its own hashes, and another one for other network facts', async () => {
    const { merkleizeMetadata } = await published()
    const facts = { decimals: 10, tokenSymbol: 'DOT' }
    const digest = original.merkleizeMetadata(metadataHex, facts).digest()
    expect(merkleizeMetadata(metadataHex, facts).digest()).toEqual(digest)
    expect(merkleizeMetadata(metadataHex, { ...facts, decimals: 12 }).digest()).not.toEqual(digest)
  })
})
