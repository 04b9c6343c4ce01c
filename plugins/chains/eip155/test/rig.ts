/** Rig for the chain contract: local Anvil nodes, and a mock wallet that signs with their keys. */
import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import type { ChainRig, ChainRigs } from '@portico/kernel/testing'
import { mockEvmWallet } from '@portico/mock-wallets'
import { vi } from 'vitest'
import { defineEvmNetwork, eip155 } from '../src/index.js'
import { createPage } from './bench.js'

const accounts = [devAccounts[0], devAccounts[1]] as const

export async function startRigs(): Promise<ChainRigs> {
  const devnet = await startDevnet({ chains: [1, 8453] })
  return { next: () => rigOver(devnet), stop: () => devnet.stop() }
}

async function rigOver(devnet: Devnet): Promise<ChainRig> {
  const page = createPage()
  const urls = { 1: devnet.chain(1).url, 8453: devnet.chain(8453).url }
  const wallet = mockEvmWallet({
    name: 'Test Wallet',
    rdns: 'test.wallet',
    accounts: accounts.map(({ privateKey }) => privateKey),
    chains: urls,
    target: page,
  })
  const { provider } = wallet
  const { on, removeListener } = provider
  let listeners = 0
  provider.on = (event, listener) => {
    listeners++
    return on(event, listener)
  }
  provider.removeListener = (event, listener) => {
    listeners--
    return removeListener(event, listener)
  }
  const prompts = new Set([
    'eth_requestAccounts',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ])
  const words = { approve: 'approve', decline: 'reject', hang: 'hang' } as const
  let policy: keyof typeof words = 'approve'
  let blocks: ReturnType<typeof setInterval> | undefined

  return {
    plugin: () =>
      eip155({
        networks: [
          defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [urls[1]] }),
          defineEvmNetwork({
            chainId: 8453,
            name: 'Two',
            rpcUrls: [urls[8453]],
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          }),
        ],
      }),
    namespace: 'eip155',
    network: 'eip155:1',
    otherNetwork: 'eip155:8453',
    addresses: {
      good: [
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      ],
      bad: [
        '',
        '0x',
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
        'ada.eth',
        't_bob',
        'eip155:1:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      ],
    },
    balance: await devnet.chain(1).balanceOf(accounts[0].address),
    typedData: {
      domain: { name: 'Test', chainId: 1 },
      types: { Note: [{ name: 'text', type: 'string' }] },
      primaryType: 'Note',
      message: { text: 'hello' },
    },
    transfer: { to: devAccounts[2].address, amount: 10n ** 15n },
    async holdLedger() {
      const chain = devnet.chain(1)
      await chain.request('evm_setAutomine', [false])
      return async () => {
        await chain.mine()
        await chain.request('evm_setAutomine', [true])
        // A replacement counts once later blocks have it, too.
        blocks = setInterval(() => void chain.mine(), 500)
      }
    },
    wallet: {
      get policy() {
        return policy
      },
      set policy(next) {
        policy = next
        wallet.policy = words[next]
      },
      get prompts() {
        return wallet.calls.filter(call => prompts.has(call.method)).length
      },
      get listeners() {
        return listeners
      },
      addresses: () => accounts.map(({ address }) => address),
      lie(lie) {
        // The wallet's network comes from another response than its accounts, so no account can
        // have another network.
        if (lie === 'other-network') return false
        const answer = lie && { answer: lie === 'malformed' ? ['0xAda'] : [] }
        wallet.policy = answer ? { eth_requestAccounts: answer, eth_accounts: answer } : 'approve'
        return true
      },
      switchAccount() {
        wallet.switchAccount(1)
        return accounts[1].address
      },
      disconnectByWallet: () => wallet.disconnect(),
      get disconnects() {
        return wallet.calls.filter(({ method }) => method === 'wallet_revokePermissions').length
      },
      announceAgain: () => void page.dispatchEvent(new Event('eip6963:requestProvider')),
      inapplicable: { withdraw: 'EIP-6963 has no event for a wallet that leaves the page' },
      dispose() {
        clearInterval(blocks)
        wallet.vanish()
        vi.unstubAllGlobals()
      },
    },
  }
}
