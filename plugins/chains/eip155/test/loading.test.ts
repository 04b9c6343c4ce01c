/** Checks what is loaded when, by following the imports. */
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { importsIn } from '../../../../kernel/test/imports.js'

const { files, missing, packagesWith, textOf, valueImports } = importsIn(
  fileURLToPath(new URL('../src', import.meta.url)),
)

describe('loading', () => {
  it('the plugin alone is loaded before its first use', () => {
    expect(packagesWith('index.ts')).toEqual(['@portico/kernel'])
  })

  it('connecting, restoring and following an injected wallet loads no viem', () => {
    expect(packagesWith('wallets/injected-connector.ts')).toEqual([
      '@noble/hashes/sha3',
      '@portico/kernel',
    ])
  })

  it('[D54] reading balances, switching, sending and waiting load no viem either', () => {
    expect(packagesWith('chain.ts')).toEqual([
      '@noble/hashes/sha3',
      '@portico/kernel',
      '@portico/kernel/rpc',
      '@portico/signatures/abi',
    ])
  })

  it('[D54] only single actions and utilities of viem are loaded, never the full public client', () => {
    const users = files.filter(name => valueImports(name).some(from => from.startsWith('viem')))
    expect(users.sort()).toEqual([
      'assets/token-amounts.ts',
      'contract-code.ts',
      'messages/contract-signatures.ts',
      'messages/signatures.ts',
      'node/client.ts',
      'transactions/signed-transaction.ts',
    ])
    for (const name of users) {
      expect(textOf(name)).not.toMatch(/createPublicClient|publicActions/)
      // Hosts that call `useWalletClient` get viem's wallet client.
      if (name !== 'contract-code.ts')
        expect(textOf(name)).not.toMatch(/createWalletClient|walletActions/)
    }
  })

  it('each dynamic import names an existing file', () => {
    expect(missing()).toEqual([])
  })
})
