/** What is loaded when: read from the imports themselves. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf } = importsIn(fileURLToPath(new URL('../src', import.meta.url)))
const ours = ['@portico/kernel', '@portico/kernel/contracts']

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect(packagesWith('index.ts')).toEqual(ours)
  })
  it('[D53] to list the wallets of the page is no library', () => {
    expect(packagesWith('lazy/discovery.ts')).toEqual(ours)
  })
  it('[D53] of @polkadot/extension-dapp comes with the wallet that was picked, by the narrowest of its entry points', () => {
    expect(packagesWith('lazy/injected-connector.ts')).toContain('@polkadot/extension-dapp/wrapBytes')
    expect(packagesWith('lazy/chain.ts').filter(name => name.startsWith('@polkadot/'))).toEqual([])
    const users = files.filter(name => textOf(name).includes("'@polkadot/"))
    expect(users).toEqual(['lazy/wrapping.ts'])
  })
  it('to connect needs no cryptography but that of addresses', () => {
    const libraries = packagesWith('lazy/injected-connector.ts').filter(name => !name.startsWith('@portico/'))
    expect(libraries).toEqual(['@noble/hashes/blake2.js', '@polkadot/extension-dapp/wrapBytes', '@scure/base', 'valibot'])
  })
  it('[D53] the code that checks signatures, and the curves with it, is loaded when something is signed', () => {
    expect(packagesWith('lazy/chain.ts')).not.toContain('@portico/signatures/substrate')
    expect(files.filter(name => textOf(name).includes("import('@portico/signatures/substrate')"))).toEqual(['lazy/messages.ts', 'lazy/transactions.ts'])
  })
  it('is a file that exists, for each dynamic import', () => {
    expect(missing()).toEqual([])
  })
})
