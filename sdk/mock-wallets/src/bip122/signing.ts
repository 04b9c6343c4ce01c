/** The wallet's side of signatures, by the signer of @scure/btc-signer. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base64 } from '@scure/base'
import { Transaction } from '@scure/btc-signer'
import { RawWitness } from '@scure/btc-signer/script.js'
import { concatBytes, pubSchnorr, sha256x2, tagSchnorr } from '@scure/btc-signer/utils.js'
import { WalletRpcError } from '../errors.js'
import type { BitcoinAccount } from './keys.js'

const utf8 = (text: string) => new TextEncoder().encode(text)

/**
 * A "simple" signature of BIP-322, base64. Nested and older addresses are no part of that format.
 */
export function signBip322(text: string, { script, secret, kind }: BitcoinAccount): string {
  const loose = {
    version: 0,
    allowUnknownOutputs: true,
    allowUnknownInputs: true,
    disableScriptCheck: true,
  }
  const hash = tagSchnorr('BIP0322-signed-message', utf8(text))
  const toSpend = new Transaction(loose)
  toSpend.addOutput({ script, amount: 0n })
  toSpend.addInput({
    txid: new Uint8Array(32),
    index: 0xffffffff,
    sequence: 0,
    finalScriptSig: concatBytes(Uint8Array.of(0, 32), hash),
  })
  const toSign = new Transaction(loose)
  const taproot = kind === 'p2tr' && { tapInternalKey: pubSchnorr(secret) }
  toSign.addInput({
    txid: toSpend.id,
    index: 0,
    sequence: 0,
    witnessUtxo: { script, amount: 0n },
    ...taproot,
  })
  toSign.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  toSign.sign(secret)
  toSign.finalize()
  return base64.encode(RawWitness.encode(toSign.getInput(0).finalScriptWitness ?? []))
}

/** A signature of before segwit (BIP-137) under the header of a short key, base64. */
export function signLegacy(text: string, { secret }: Pick<BitcoinAccount, 'secret'>): string {
  const said = utf8(text)
  const length =
    said.length < 0xfd
      ? Uint8Array.of(said.length)
      : Uint8Array.of(0xfd, said.length & 0xff, said.length >> 8)
  const hash = sha256x2(utf8('\x18Bitcoin Signed Message:\n'), length, said)
  const signature = secp256k1.sign(hash, secret)
  return base64.encode(Uint8Array.of(31 + signature.recovery, ...signature.toCompactRawBytes()))
}

export interface PsbtAsk {
  readonly psbt: Uint8Array
  /** Only these inputs; all that the keys open, if not said. */
  readonly inputs?: readonly number[] | undefined
  readonly finalize?: boolean
}

/** Signs what these accounts can sign. */
export function signPsbt(
  { psbt, inputs, finalize = false }: PsbtAsk,
  accounts: readonly BitcoinAccount[],
): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  for (const index of inputs ??
    Array.from({ length: transaction.inputsLength }, (_none, at) => at)) {
    // A key that does not open an input throws; another account's may.
    if (!accounts.some(({ secret }) => signs(transaction, secret, index)))
      throw new TypeError(`Input #${index} is not this wallet's.`)
  }
  if (finalize) transaction.finalize()
  return transaction.toPSBT()
}

function signs(transaction: Transaction, secret: Uint8Array, index: number): boolean {
  try {
    return transaction.signIdx(secret, index)
  } catch {
    return false
  }
}

/**
 * The same payment with its first output one satoshi smaller, or to another script: not what was
 * requested.
 */
export function changedPayment(psbt: Uint8Array, script?: Uint8Array): Uint8Array {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  const { amount = 1n } = transaction.getOutput(0)
  transaction.updateOutput(0, script ? { script } : { amount: amount - 1n })
  return transaction.toPSBT()
}

/** Sends a signed payment to an Esplora endpoint, as wallets do that broadcast by themselves. */
export async function broadcast(psbt: Uint8Array, endpoint: string): Promise<void> {
  const transaction = Transaction.fromPSBT(psbt, { allowUnknownOutputs: true })
  if (!transaction.isFinal) transaction.finalize()
  const response = await fetch(`${endpoint}/tx`, { method: 'POST', body: transaction.hex })
  if (!response.ok) throw new WalletRpcError(-32603, await response.text())
}
