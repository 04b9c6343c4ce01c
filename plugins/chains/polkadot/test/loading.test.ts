/** Checks what is loaded when, by following the imports. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf } = importsIn(fileURLToPath(new URL('../src', import.meta.url)))
const ours = ['@portico/kernel']

describe('loading', () => {
  it('the plugin alone is loaded before its first use', () => {
    expect(packagesWith('index.ts')).toEqual(ours)
  })
  it('[D53] listing the wallets of the page loads no library', () => {
    expect(packagesWith('lazy/discovery.ts')).toEqual(ours)
  })
  it('[D53] @polkadot/extension-dapp is loaded with the picked wallet, by its narrowest entry point', () => {
    expect(packagesWith('lazy/injected-connector.ts')).toContain('@polkadot/extension-dapp/wrapBytes')
    expect(packagesWith('lazy/chain.ts').filter(name => name.startsWith('@polkadot/'))).toEqual([])
    const users = files.filter(name => textOf(name).includes("'@polkadot/"))
    expect(users).toEqual(['lazy/wrapping.ts'])
  })
  it('the code that connects needs no cryptography but that of addresses', () => {
    const libraries = packagesWith('lazy/injected-connector.ts').filter(name => !name.startsWith('@portico/'))
    expect(libraries).toEqual(['@noble/hashes/blake2.js', '@noble/hashes/utils.js', '@polkadot/extension-dapp/wrapBytes', '@scure/base', 'valibot'])
  })
  it('[D53] the code that checks signatures, with its curves, is loaded when something is signed', () => {
    expect(packagesWith('lazy/chain.ts')).not.toContain('@portico/signatures/substrate')
    expect(files.filter(name => textOf(name).includes("import('@portico/signatures/substrate')"))).toEqual(['lazy/messages.ts', 'lazy/transactions.ts'])
  })
  it('each dynamic import names an existing file', () => {
    expect(missing()).toEqual([])
  })
})
