/**
 * Rig for the chain contract: the devnet's Substrate chain, and a mock wallet that signs with its
 * keys.
 */
import { startPolkadotLedger } from '@portico/devnet'
import type { ChainRig, ChainRigs, WalletLie, WalletRig } from '@portico/kernel/testing'
import type { MockPolkadotWallet } from '@portico/mock-wallets'
import { defineSubstrateNetwork, kusama, polkadot } from '../src/index.js'
import { hexOf } from '../src/node/bytes.js'
import { dotWallet, keyOf, openPage, type TestPage } from './page.js'

/** Starts the ledger, and returns fresh rigs over it. */
export async function startRigs(): Promise<ChainRigs> {
  const ledger = await startPolkadotLedger()
  await ledger.fund(hexOf(keyOf(1).accountId), 10n ** 16n)
  const { genesisHash, nativeCurrency, ss58Prefix, transferIndexes, url } = ledger
  const local = defineSubstrateNetwork({
    genesisHash,
    name: 'Local',
    nativeCurrency,
    ss58Prefix,
    transferIndexes,
    rpcUrls: [url],
    testnet: true,
  })
  const [recipient, spoilt] = [keyOf(9), `${keyOf(9).at(0).slice(0, -1)}1`]
  return {
    next(): ChainRig {
      const { page, close } = openPage()
      const wallet = dotWallet(page)
      return {
        plugin: () => polkadot({ networks: [local, kusama], confirmationPollMs: 50 }),
        namespace: 'polkadot',
        network: local.caipNetworkId,
        otherNetwork: kusama.caipNetworkId,
        addresses: {
          good: [0, 42, 2, 1_284].map(recipient.at),
          bad: [
            '',
            'bob',
            spoilt,
            '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
            'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
          ],
        },
        transfer: { to: recipient.at(42), amount: 123_456_789_012n },
        wallet: rigOf(wallet, page, () => {
          wallet.vanish()
          close()
        }),
      }
    },
    stop: ledger.stop,
  }
}

const words = { approve: 'approve', decline: 'reject', hang: 'hang' } as const
const otherGenesis = `0x${'77'.repeat(32)}` as const
const lies: Readonly<Record<WalletLie, unknown>> = {
  'no-accounts': [],
  malformed: [{ address: 'bob' }, null],
  'other-network': [{ address: keyOf(1).address, genesisHash: otherGenesis }],
}

/** Adapts the wallet to the suite's interface. */
function rigOf(wallet: MockPolkadotWallet, page: TestPage, dispose: () => void): WalletRig {
  let policy: WalletRig['policy'] = 'approve'
  let currentLie: WalletLie | undefined
  const say = () => {
    wallet.policy = {
      '*': words[policy],
      ...(currentLie && { accounts: { answer: lies[currentLie] } }),
    }
  }
  return {
    get policy() {
      return policy
    },
    set policy(next) {
      policy = next
      say()
    },
    get prompts() {
      return wallet.prompts
    },
    get listeners() {
      return wallet.subscribers
    },
    addresses: () => [keyOf(1).address, keyOf(2).address],
    lie(lie) {
      currentLie = lie
      say()
      return true
    },
    switchAccount() {
      wallet.switchAccount(1)
      return keyOf(2).address
    },
    disconnectByWallet: wallet.disconnect,
    announceAgain() {
      // The same entry under its own key and under the one that other wallets borrow.
      Object.assign(page.injectedWeb3 ?? {}, {
        'polkadot-js': wallet.entry,
        [wallet.name.toLowerCase()]: wallet.entry,
      })
      page.dispatchEvent(new Event('focus'))
    },
    inapplicable: {
      disconnects: 'a wallet in `injectedWeb3` has no request to disconnect',
      withdraw: 'a wallet in `injectedWeb3` stays as long as the page',
    },
    dispose,
  }
}
