import { createKernel } from '@portico/kernel'
import { balances, chains, networks, parseAmount } from '@portico/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { defineSolanaNetwork, solana, solanaDevnet, solanaMainnet, solanaTestnet } from './index.js'

const started = (options?: Parameters<typeof solana>[0]) => createKernel({ plugins: [solana(options)] })

describe('clusters', () => {
  it('have the CAIP-2 ids of the field, and the names that wallets know', () => {
    expect([solanaMainnet, solanaDevnet, solanaTestnet].map(({ caipNetworkId, walletChain }) => [caipNetworkId, walletChain])).toEqual([
      ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana:mainnet'],
      ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana:devnet'],
      ['solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'solana:testnet'],
    ])
  })
  it('of one’s own are local ones to wallets', () => {
    const own = defineSolanaNetwork({ genesisHash: 'J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7bMnm9htS46Wb', name: 'Mine', rpcUrls: [] })
    expect(own).toMatchObject({
      caipNetworkId: 'solana:J2MkTx3DVR1fjh7Auuqv3QcVCAuiG6u7',
      walletChain: 'solana:localnet',
      nativeCurrency: { symbol: 'SOL', decimals: 9 },
    })
  })
  it('of another namespace are refused, and an empty list', () => {
    for (const networks of [[], [{ ...solanaMainnet, chainNamespace: 'tally' }]]) {
      const reported: unknown[] = []
      createKernel({ plugins: [solana({ networks })], onError: error => void reported.push(error) }).dispose()
      expect(reported).toMatchObject([{ code: 'BAD_NETWORKS' }])
    }
  })
})

describe('the plugin', () => {
  it('[S1.16] is the chain of the namespace', () => {
    expect(started().items(chains)).toMatchObject([{ id: 'solana', name: 'Solana', networks: [solanaMainnet] }])
  })
  it('[S6.03] has ordinary accounts', () => {
    expect(started().capability(networks, solanaMainnet.caipNetworkId)?.defaultAccountType).toBe('eoa')
  })
  it('[S9.25] [D24] knows what stands for the native coin at the border of an API, and calls it native inside', () => {
    expect(started().capability(balances, solanaMainnet.caipNetworkId)?.nativeAddress).toBe('So11111111111111111111111111111111111111112')
  })
})

describe.skipIf(!hasVectors)('amounts', () => {
  it.each(vectors<{ readonly sol: string; readonly lamports?: string; readonly error?: unknown }>('sol-lamports').cases)(
    '[S19] $sol SOL are $lamports lamports',
    ({ sol, lamports }) => {
      expect(parseAmount(sol, solanaMainnet.nativeCurrency.decimals)).toBe(lamports === undefined ? undefined : BigInt(lamports))
    },
  )
})
