/** A page without a browser: events, and the wallets that tests install. */
import {
  type BitcoinWalletOptions,
  bitcoinAccount,
  type MockBitcoinWallet,
  mockBitcoinWallet,
} from '@portico/mock-wallets'
import { Transaction } from '@scure/btc-signer'
import { readRawTransaction } from '../src/transactions/raw-transaction.js'

export interface OpenPage {
  readonly page: EventTarget
  /**
   * A wallet on this page with three accounts. Uses sats-connect on regtest unless the options say
   * otherwise.
   */
  wallet(more?: Partial<BitcoinWalletOptions>): MockBitcoinWallet
  close(): void
}

const privateKeys = ['0x01', '0x02', '0x03'].map(
  key => key.padEnd(66, key.slice(2)) as `0x${string}`,
)
export const keyAt = (index: number): `0x${string}` => privateKeys[index] ?? '0x'
/** The payment address of a key on regtest, with everything that belongs to it. */
export const accountAt = (
  index: number,
  ...[kind = 'p2wpkh', network = 'Regtest']: Partial<Parameters<typeof restOf>>
) => bitcoinAccount(keyAt(index), kind, network)
const restOf = (
  kind: Parameters<typeof bitcoinAccount>[1],
  network: Parameters<typeof bitcoinAccount>[2],
) => [kind, network] as const

export function openPage(): OpenPage {
  const page = new EventTarget()
  Object.assign(globalThis, { window: page })
  return {
    page,
    wallet: more =>
      mockBitcoinWallet({
        namespace: 'bip122',
        name: 'Fox',
        accounts: privateKeys,
        target: page,
        ...more,
      }),
    close: () => void Reflect.deleteProperty(globalThis, 'window'),
  }
}

/** Computes the id of an unsigned transaction, which the library refuses. */
export const idOf = (transaction: Transaction): string =>
  readRawTransaction(transaction.toBytes(true)).id

/**
 * A payment of 9,000 satoshi at a fee of 1,000, of a coin whose transaction does not exist: for
 * wallets whose response never reaches an endpoint.
 */
export function unspentPayment(script: Uint8Array): Transaction {
  const parent = new Transaction()
  parent.addInput({ txid: 'ab'.repeat(32), index: 0, finalScriptSig: new Uint8Array() })
  parent.addOutput({ script, amount: 10_000n })
  const payment = new Transaction()
  payment.addInput({
    txid: idOf(parent),
    index: 0,
    nonWitnessUtxo: parent.toBytes(true),
    witnessUtxo: { script, amount: 10_000n },
  })
  payment.addOutput({ script, amount: 9_000n })
  return payment
}
