/** Rig for the chain contract: a page with one wallet, and the local ledger. */
import { type BitcoinLedger, bitcoinAccounts, startBitcoinLedger } from '@portico/devnet'
import type { ChainRig, ChainRigs, WalletLie } from '@portico/kernel/testing'
import { bitcoinAccount } from '@portico/mock-wallets'
import { bip122, bitcoinRegtest, bitcoinSignet } from '../src/index.js'
import { openPage } from './page.js'

const [{ privateKey }, second] = bitcoinAccounts
const friend = bitcoinAccount(bitcoinAccounts[2].privateKey, 'p2wpkh', 'Regtest')
type Announcement = 'sats-connect' | 'wallet-standard'
const disconnecting: Readonly<Record<Announcement, string>> = {
  'sats-connect': 'wallet_disconnect',
  'wallet-standard': 'standard:disconnect',
}
const prompting = new Set([
  'bitcoin:connect',
  'wallet_connect',
  'getAddresses',
  'wallet_changeNetwork',
  'signMessage',
  'signPsbt',
])
const words = { approve: 'approve', decline: 'reject', hang: 'hang' } as const
const lies = {
  'no-accounts': 'none',
  malformed: 'malformed-address',
  'other-network': 'another-network',
} as const

/** `announced`: how the wallet of the rigs is found. */
export async function startRigs(announced: Announcement = 'sats-connect'): Promise<ChainRigs> {
  const ledger = await startBitcoinLedger()
  return { next: () => rigOn(ledger, announced), stop: () => ledger.stop() }
}

async function rigOn(ledger: BitcoinLedger, announced: Announcement): Promise<ChainRig> {
  const { page, wallet: install, close } = openPage()
  const quirks: { accounts?: (typeof lies)[WalletLie] } = {}
  // What the wallet has registered with, for the Wallet Standard.
  const registrations: ((api: unknown) => void)[] = []
  page.addEventListener('wallet-standard:register-wallet', event =>
    registrations.push((event as CustomEvent).detail),
  )
  const wallet = install({
    name: 'Test Wallet',
    accounts: [privateKey, second.privateKey],
    speaks: [announced],
    quirks,
  })
  const regtest = { ...bitcoinRegtest, rpcUrls: [ledger.url] }
  const blocks = setInterval(() => void ledger.mine(), 200)
  let policy: keyof typeof words = 'approve'
  let selected = 0
  const own = bitcoinAccount(privateKey, 'p2wpkh', 'Regtest').address
  const coins: readonly { readonly value: number }[] = await (
    await fetch(`${ledger.url}/address/${own}/utxo`)
  ).json()
  return {
    plugin: () => bip122({ networks: [regtest, bitcoinSignet], confirmationPollMs: 20 }),
    namespace: 'bip122',
    network: regtest.caipNetworkId,
    otherNetwork: bitcoinSignet.caipNetworkId,
    addresses: {
      good: (['p2wpkh', 'p2tr', 'p2pkh', 'p2sh'] as const).map(
        kind => bitcoinAccount(privateKey, kind, 'Regtest').address,
      ),
      bad: [
        '',
        'bob',
        'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
        `${friend.address.slice(0, -1)}q`,
        '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
      ],
    },
    balance: coins.reduce((sum, { value }) => sum + BigInt(value), 0n),
    transfer: { to: friend.address, amount: 100_000n },
    wallet: {
      get policy() {
        return policy
      },
      set policy(next) {
        policy = next
        wallet.policy = words[next]
      },
      get prompts() {
        return wallet.calls.filter(({ method }) => prompting.has(method)).length
      },
      get listeners() {
        return wallet.listeners
      },
      addresses: () =>
        (['p2wpkh', 'p2tr'] as const).map(
          kind =>
            bitcoinAccount(bitcoinAccounts[selected === 0 ? 0 : 1].privateKey, kind, 'Regtest')
              .address,
        ),
      lie(lie) {
        if (lie) quirks.accounts = lies[lie]
        else delete quirks.accounts
        return true
      },
      switchAccount() {
        selected = 1 - selected
        wallet.switchAccount(selected)
        return wallet.addresses[0] ?? ''
      },
      disconnectByWallet: () => wallet.disconnect(),
      get disconnects() {
        return wallet.calls.filter(({ method }) => method === disconnecting[announced]).length
      },
      announceAgain() {
        for (const detail of [...registrations])
          page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
        const list = (page as { btc_providers?: unknown[] }).btc_providers
        list?.push(...list)
        page.dispatchEvent(new Event('focus'))
      },
      ...(announced === 'wallet-standard'
        ? { withdraw: () => wallet.vanish() }
        : {
            inapplicable: {
              withdraw: 'a wallet in `btc_providers` stays as long as the page',
            },
          }),
      dispose() {
        clearInterval(blocks)
        wallet.vanish()
        close()
      },
    },
  }
}
