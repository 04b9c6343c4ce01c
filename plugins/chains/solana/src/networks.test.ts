import { createKernel } from '@portico/kernel'
import { balancesCapability, networksCapability } from '@portico/kernel/capabilities'
import { chainsSlot } from '@portico/kernel/chain'
import { parseAmount } from '@portico/kernel/text'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { defineSolanaNetwork, solana, solanaDevnet, solanaMainnet, solanaTestnet } from './index.js'

const started = (options?: Parameters<typeof solana>[0]) =>
  createKernel({ plugins: [solana(options)] })

describe('clusters', () => {
  it('the named clusters have the usual CAIP-2 ids, and the names that wallets use', () => {
    expect(
      [solanaMainnet, solanaDevnet, solanaTestnet].map(({ caipNetworkId, walletChain }) => [
        caipNetworkId,
        walletChain,
      ]),
    ).toEqual([
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
      ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
    ])
  })
  it('a custom cluster is a local one to wallets', () => {
    const own = defineSolanaNetwork({
      genesisHash: 'J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7bMnm9htS46Wb',
      name: 'Mine',
      rpcUrls: [],
    })
    expect(own).toMatchObject({
      caipNetworkId: 'solana:J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7',
      walletChain: 'solana:localnet',
      nativeCurrency: { symbol: 'SOL', decimals: 9 },
    })
  })
  it('networks of another namespace are refused, and an empty list', () => {
    for (const networks of [[], [{ ...solanaMainnet, namespace: 'tally' }]]) {
      const reported: unknown[] = []
      createKernel({
        plugins: [solana({ networks })],
        onError: error => void reported.push(error),
      }).dispose()
      expect(reported).toMatchObject([{ code: 'BAD_NETWORKS' }])
    }
  })
})

describe('the plugin', () => {
  it('[S1.16] the plugin brings the chain of its namespace', () => {
    expect(started().items(chainsSlot)).toMatchObject([
      { id: 'solana', name: 'Solana', networks: [solanaMainnet] },
    ])
  })
  it('[S6.03] accounts are of the ordinary type', () => {
    expect(
      started().capability(networksCapability, solanaMainnet.caipNetworkId)?.defaultAccountType,
    ).toBe('eoa')
  })
  it('[S9.25] [D24] the plugin converts an API\'s placeholder for the native coin, and uses "native" inside', () => {
    expect(
      started().capability(balancesCapability, solanaMainnet.caipNetworkId)?.nativeAddress,
    ).toBe('So11111111111111111111111111111111111111112')
  })
})

describe.skipIf(!hasVectors)('amounts', () => {
  it.each(
    vectors<{ readonly sol: string; readonly lamports?: string; readonly error?: unknown }>(
      'sol-lamports',
    ).cases,
  )('[S19] $sol SOL are $lamports lamports', ({ sol, lamports }) => {
    expect(parseAmount(sol, solanaMainnet.nativeCurrency.decimals)).toBe(
      lamports === undefined ? undefined : BigInt(lamports),
    )
  })
})
