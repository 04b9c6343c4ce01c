/** What is loaded when: read from the imports themselves. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf, valueImports } = importsIn(fileURLToPath(new URL('../src', import.meta.url)))
const ours = ['@portico/kernel', '@portico/kernel/contracts']
const isSdk = (name: string) => name.startsWith('@solana')

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect(packagesWith('index.ts')).toEqual(ours)
  })

  it('to list the wallets of the page is no library', () => {
    expect(packagesWith('lazy/discovery.ts')).toEqual(ours)
  })

  it('to connect, to restore and to follow a wallet is what reads its keys', () => {
    expect(packagesWith('lazy/standard-connector.ts')).toEqual(['@noble/curves/ed25519.js', ...ours, '@scure/base'])
  })

  it('[D51] to sign, to switch, to read balances, to send and to wait is no SDK', () => {
    expect(packagesWith('lazy/chain.ts').filter(isSdk)).toEqual([])
  })

  it('[D51] of @solana/web3.js comes with the first transfer, and @solana/kit never', () => {
    expect(files.filter(name => valueImports(name).some(isSdk))).toEqual(['lazy/build-transaction.ts'])
    for (const name of files) expect(textOf(name)).not.toContain('@solana/kit')
    const { dependencies } = JSON.parse(textOf('../package.json')) as { readonly dependencies: Readonly<Record<string, string>> }
    expect(dependencies['@solana/web3.js']).toBe('2.0.0')
  })

  it('is a file that exists, for each dynamic import', () => {
    expect(missing()).toEqual([])
  })
})
