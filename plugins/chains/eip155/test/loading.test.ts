/** What is loaded when: read from the imports themselves. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf, valueImports } = importsIn(fileURLToPath(new URL('../src', import.meta.url)))

describe('what is loaded', () => {
  it('before anybody asks is the plugin alone', () => {
    expect(packagesWith('index.ts')).toEqual(['@portico/kernel', '@portico/kernel/contracts'])
  })

  it('to connect, to restore and to follow a wallet in the page needs no viem', () => {
    expect(packagesWith('lazy/injected-connector.ts')).toEqual(['@noble/hashes/sha3', '@portico/kernel', '@portico/kernel/contracts'])
  })

  it('[D54] to read balances, to switch, to send and to wait needs no viem either', () => {
    expect(packagesWith('lazy/chain.ts')).toEqual([
      '@noble/hashes/sha3',
      '@portico/kernel',
      '@portico/kernel/contracts',
      '@portico/kernel/rpc',
      '@portico/signatures/abi',
    ])
  })

  it('[D54] of viem is single actions and utilities, never the full public client', () => {
    const users = files.filter(name => valueImports(name).some(from => from.startsWith('viem')))
    expect(users.sort()).toEqual(['lazy/client.ts', 'lazy/contract-signatures.ts', 'lazy/signatures.ts', 'lazy/token-amounts.ts'])
    for (const name of users) expect(textOf(name)).not.toMatch(/createPublicClient|createWalletClient|publicActions|walletActions/)
  })

  it('is a file that exists, for each dynamic import', () => {
    expect(missing()).toEqual([])
  })
})
