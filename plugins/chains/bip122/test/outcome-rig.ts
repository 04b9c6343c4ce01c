/** Payments that are described, signed and sent, for tests of their outcome. */
import { bip122Psbt, type Draft } from '@portico/kernel/chain'
import type { BitcoinQuirks } from '@portico/mock-wallets'
import { base64, hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { accountAt, keyAt } from './page.js'
import { network, never, paymentRig } from './payment-rig.js'

export const [recipient, thief] = [accountAt(2).address, accountAt(1).address]
export const psbtOf = (draft: Draft) =>
  Transaction.fromPSBT(base64.decode(bip122Psbt.read(draft)?.psbt ?? ''))
const secret = hex.decode(keyAt(0).slice(2))
/** Signs with the key of the account. */
export function signed(transaction: Transaction): Transaction {
  transaction.sign(secret)
  transaction.finalize()
  return transaction
}
/** Starts the ledger for the tests of a file: call it at the top of the file. */
export function outcomeRig() {
  const rig = paymentRig()
  return {
    ...{
      connected: rig.connected,
      pay: rig.pay,
      coinsOf: rig.coinsOf,
      balanceOf: rig.balanceOf,
      rig,
    },
    broadcast: async (transaction: Transaction): Promise<string> =>
      (await fetch(`${rig.ledger.url}/tx`, { method: 'POST', body: transaction.hex })).text(),
    /** A payment of 10,000 satoshi that is described and not sent yet. */
    async described(
      quirks: BitcoinQuirks = {},
      coins: readonly bigint[] = [90_000n],
      amount = 10_000n,
      confirmationPollMs?: number,
    ) {
      const made = await rig.connected('p2wpkh', [], { quirks }, confirmationPollMs)
      await rig.pay(made.own.address, ...coins)
      const { draft } = await made.prepare(amount)
      const text = await made.sender.describe(made.account, [draft], never)
      return {
        ...made,
        draft,
        text,
        find: () => made.sender.find(network, text, never),
        compare: (hash: string) => made.sender.compare(hash, network, text, never),
      }
    },
  }
}
