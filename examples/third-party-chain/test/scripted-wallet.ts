import { bcs } from '@mysten/sui/bcs'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { scriptedStandardWallet } from '@portico/kernel/testing'
import type { Payment } from './scripted-node.js'

const keyOf = (index: number) => Ed25519Keypair.fromSecretKey(new Uint8Array(32).fill(index))
export const addressOf = (index: number) => keyOf(index).toSuiAddress()

interface Input {
  readonly account: { readonly address: string }
}
const signerOf = ({ account }: Input) =>
  [1, 2].map(keyOf).find(key => key.toSuiAddress() === account.address) ?? keyOf(0)

/** A wallet with two accounts. It signs with real keys, and pays into the ledger of the node. */
export const scriptedWallet = (
  target: EventTarget,
  pay: (payment: Payment) => string,
  chains: readonly string[] = ['sui:localnet', 'sui:testnet'],
) =>
  scriptedStandardWallet({
    name: 'Test Wallet',
    target,
    chains,
    accounts: [accountOf(1), accountOf(2)],
    methods: {
      'sui:signPersonalMessage': (input: Input & { readonly message: Uint8Array }) =>
        signerOf(input).signPersonalMessage(input.message),
      async 'sui:signAndExecuteTransaction'(
        input: Input & { readonly transaction: { toJSON(): Promise<string> } },
      ) {
        const { inputs } = Transaction.from(await input.transaction.toJSON()).getData()
        const [amount = '', to = ''] = inputs.map(one => one.Pure?.bytes ?? '')
        const digest = pay({
          from: input.account.address,
          to: bcs.Address.fromBase64(to),
          amount: BigInt(bcs.u64().fromBase64(amount)),
        })
        return { digest }
      },
    },
  })

const accountOf = (index: number) => ({
  address: addressOf(index),
  publicKey: keyOf(index).getPublicKey().toRawBytes(),
})
