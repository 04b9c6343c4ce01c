/** Checks what is loaded when, by following the imports. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf } = importsIn(
  fileURLToPath(new URL('../src', import.meta.url)),
)
const ours = ['@portico/kernel']

describe('loading', () => {
  it('the plugin alone is loaded before its first use', () => {
    expect(packagesWith('index.ts')).toEqual(ours)
  })
  it('[D53] listing the wallets of the page loads no library', () => {
    expect(packagesWith('wallets/discovery.ts')).toEqual(ours)
  })
  it('[D53] @polkadot/extension-dapp is loaded with the picked wallet, by its narrowest entry point', () => {
    expect(packagesWith('wallets/injected-connector.ts')).toContain(
      '@polkadot/extension-dapp/wrapBytes',
    )
    expect(packagesWith('chain.ts').filter(name => name.startsWith('@polkadot/'))).toEqual([])
    const users = files.filter(name => textOf(name).includes("'@polkadot/"))
    expect(users).toEqual(['messages/wrapping.ts'])
  })
  it('the code that connects needs no cryptography but that of addresses', () => {
    const libraries = packagesWith('wallets/injected-connector.ts').filter(
      name => !name.startsWith('@portico/'),
    )
    expect(libraries).toEqual([
      '@noble/hashes/blake2.js',
      '@noble/hashes/utils.js',
      '@polkadot/extension-dapp/wrapBytes',
      '@scure/base',
      'valibot',
    ])
  })
  it('[D53] the code that checks signatures, with its curves, is loaded when something is signed', () => {
    expect(packagesWith('chain.ts')).not.toContain('@portico/signatures/substrate')
    expect(
      files.filter(name => textOf(name).includes("import('@portico/signatures/substrate')")),
    ).toEqual(['messages/messages.ts', 'transactions/transactions.ts'])
  })
  it('each dynamic import names an existing file', () => {
    expect(missing()).toEqual([])
  })
})
