/** Checks what is loaded when, by following the imports. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf, valueImports } = importsIn(
  fileURLToPath(new URL('../src', import.meta.url)),
)
const ours = ['@portico/kernel']
const isSdk = (name: string) => name.startsWith('@solana')

describe('loading', () => {
  it('the plugin alone is loaded before its first use', () => {
    expect(packagesWith('index.ts')).toEqual(ours)
  })

  it('listing the wallets of the page loads no library', () => {
    expect(packagesWith('wallets/discovery.ts')).toEqual(ours)
  })

  it('connecting, restoring and following a wallet loads only what reads its keys', () => {
    expect(packagesWith('wallets/standard-connector.ts')).toEqual([
      '@noble/curves/ed25519.js',
      ...ours,
      '@scure/base',
    ])
  })

  it('[D51] signing, switching, reading balances, sending and waiting load no SDK', () => {
    expect(packagesWith('chain.ts').filter(isSdk)).toEqual([])
  })

  it('[D51] @solana/web3.js is loaded with the first transfer, and @solana/kit never', () => {
    expect(files.filter(name => valueImports(name).some(isSdk))).toEqual([
      'transactions/build-transaction.ts',
    ])
    for (const name of files) expect(textOf(name)).not.toContain('@solana/kit')
    const { dependencies } = JSON.parse(textOf('../package.json')) as {
      readonly dependencies: Readonly<Record<string, string>>
    }
    expect(dependencies['@solana/web3.js']).toBe('2.0.0')
  })

  it('each dynamic import names an existing file', () => {
    expect(missing()).toEqual([])
  })
})
