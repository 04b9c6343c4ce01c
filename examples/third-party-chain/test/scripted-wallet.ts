import { bcs } from '@mysten/sui/bcs'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import type { WalletLie, WalletRig } from '@portico/kernel/testing'
import type { Payment } from './scripted-node.js'

const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
export const keyOf = (index: number) => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(index))
export const addressOf = (index: number) => keyOf(index).toSuiAddress()

/** A wallet of the Wallet Standard with two accounts, which signs with real keys. */
export function scriptedWallet(
  page: EventTarget,
  pay: (payment: Payment) => string,
  chains: readonly string[] = ['sui:localnet', 'sui:testnet'],
) {
  const listeners = new Set<() => void>()
  let indexes = [1, 2]
  let isKnown = false
  let lie: WalletLie | undefined
  const lies: Readonly<Record<WalletLie, readonly object[]>> = {
    'no-accounts': [],
    malformed: [{ address: 'Ada', publicKey: new Uint8Array(32), chains, features: [] }],
    'other-network': [{ address: addressOf(1), chains: ['iota:mainnet'], features: [] }],
  }
  const accounts = () =>
    lie
      ? lies[lie]
      : isKnown
        ? indexes.map(index => ({
            address: addressOf(index),
            publicKey: keyOf(index).getPublicKey().toRawBytes(),
            chains,
            features: ['sui:signPersonalMessage', 'sui:signAndExecuteTransaction'],
          }))
        : []
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  async function prompt() {
    rig.prompts++
    if (rig.policy === 'decline') throw Object.assign(new Error('no'), { code: 4001 })
    if (rig.policy === 'hang') await new Promise(() => undefined)
  }
  const signer = ({ address }: { readonly address: string }) =>
    keyOf(indexes.find(index => addressOf(index) === address) ?? 0)
  const wallet = {
    version: '1.0.0',
    name: 'Test Wallet',
    icon,
    chains,
    get accounts() {
      return accounts()
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        async connect({ silent = false } = {}) {
          if (!silent) await prompt()
          isKnown ||= !silent
          return { accounts: accounts() }
        },
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          isKnown = false
          rig.disconnects++
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(_event: string, listener: () => void) {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      },
      'sui:signPersonalMessage': {
        version: '1.1.0',
        async signPersonalMessage(input: {
          readonly account: { readonly address: string }
          readonly message: Uint8Array
        }) {
          await prompt()
          return signer(input.account).signPersonalMessage(input.message)
        },
      },
      'sui:signAndExecuteTransaction': {
        version: '2.0.0',
        async signAndExecuteTransaction(input: {
          readonly account: { readonly address: string }
          readonly transaction: { toJSON(): Promise<string> }
        }) {
          await prompt()
          const { inputs } = Transaction.from(await input.transaction.toJSON()).getData()
          const [amount, to] = inputs.map(one =>
            Uint8Array.from(atob(one.Pure?.bytes ?? ''), byte => byte.charCodeAt(0)),
          )
          const payment = {
            from: input.account.address,
            to: bcs.Address.parse(to ?? new Uint8Array()),
            amount: BigInt(bcs.u64().parse(amount ?? new Uint8Array())),
          }
          return { digest: pay(payment) }
        },
      },
    },
  }
  let unregister: () => void = () => undefined
  const announce = () =>
    page.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: { register(one: object): () => void }) => {
          unregister = api.register(wallet)
        },
      }),
    )
  page.addEventListener('wallet-standard:app-ready', announce)

  const rig = {
    policy: 'approve' as WalletRig['policy'],
    prompts: 0,
    disconnects: 0,
    get listeners() {
      return listeners.size
    },
    addresses: () => indexes.map(addressOf),
    switchAccount() {
      indexes = [...indexes].reverse()
      changed()
      return addressOf(indexes[0] ?? 0)
    },
    disconnectByWallet() {
      isKnown = false
      changed()
    },
    lie(next: WalletLie | undefined) {
      lie = next
      return true
    },
    announceAgain: () => void announce(),
    withdraw: () => unregister(),
  } satisfies WalletRig
  return rig
}
