/** Rig for the chain contract: the devnet's ledger, and a mock wallet that signs with its keys. */
import { startSolanaLedger } from '@portico/devnet'
import type { ChainRig, ChainRigs } from '@portico/kernel/testing'
import { mockSolanaWallet } from '@portico/mock-wallets'
import { vi } from 'vitest'
import { defineSolanaNetwork, solana, solanaDevnet } from '../src/index.js'
import { createPage } from './bench.js'

type Ledger = Awaited<ReturnType<typeof startSolanaLedger>>

export async function startRigs(): Promise<ChainRigs> {
  const ledger = await startSolanaLedger()
  return { next: () => rigOver(ledger), stop: () => ledger.stop() }
}

async function rigOver(ledger: Ledger): Promise<ChainRig> {
  const page = createPage()
  const network = defineSolanaNetwork({
    genesisHash: ledger.genesisHash,
    name: 'Solana local',
    rpcUrls: [ledger.url],
  })
  const accounts = [ledger.accounts[0], ledger.accounts[1]] as const
  const wallet = mockSolanaWallet({
    namespace: 'solana',
    name: 'Test Wallet',
    accounts: accounts.map(({ seed }) => seed),
    chains: { 'solana:localnet': ledger.url, 'solana:devnet': ledger.url },
    target: page,
  })
  const words = { approve: 'approve', decline: 'reject', hang: 'hang' } as const
  const lies = {
    'no-accounts': { accounts: [] },
    malformed: {
      accounts: [
        {
          address: 'Ada',
          publicKey: new Uint8Array(32),
          chains: ['solana:localnet'],
          features: [],
        },
      ],
    },
    'other-network': {
      accounts: [
        {
          address: accounts[0].address,
          publicKey: wallet.publicKeys[0],
          chains: ['solana:testnet'],
          features: [],
        },
      ],
    },
  }
  let policy: keyof typeof words = 'approve'

  return {
    plugin: () => solana({ networks: [network, solanaDevnet], confirmationPollMs: 20 }),
    namespace: 'solana',
    network: network.caipNetworkId,
    otherNetwork: solanaDevnet.caipNetworkId,
    addresses: {
      good: [
        accounts[0].address,
        '11111111111111111111111111111111',
        'So11111111111111111111111111111111111111112',
      ],
      bad: [
        '',
        'ada.sol',
        `${accounts[0].address} `,
        accounts[0].address.toLowerCase(),
        '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
        accounts[0].seed,
      ],
    },
    balance: await ledger.balanceOf(accounts[0].address),
    transfer: { to: ledger.accounts[2].address, amount: 1_000_000n },
    equalSpeeds: 'the local ledger has no fee for priority',
    wallet: {
      get policy() {
        return policy
      },
      set policy(next) {
        policy = next
        wallet.policy = words[next]
      },
      get prompts() {
        return wallet.prompts
      },
      get listeners() {
        return wallet.listeners
      },
      addresses: () => accounts.map(({ address }) => address),
      lie(lie) {
        wallet.policy = lie ? { 'standard:connect': { answer: lies[lie] } } : 'approve'
        return true
      },
      switchAccount() {
        wallet.switchAccount(1)
        return accounts[1].address
      },
      disconnectByWallet: () => wallet.disconnect(),
      get disconnects() {
        return wallet.calls.filter(({ method }) => method === 'standard:disconnect').length
      },
      announceAgain: () =>
        void page.dispatchEvent(
          new CustomEvent('wallet-standard:register-wallet', {
            detail: ({ register }: { register(one: object): void }) => register(wallet.wallet),
          }),
        ),
      withdraw: () => wallet.vanish(),
      dispose() {
        wallet.vanish()
        vi.unstubAllGlobals()
      },
    },
  }
}
