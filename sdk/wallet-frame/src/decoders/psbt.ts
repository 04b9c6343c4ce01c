/** Reads the inputs, outputs and fee of a partially signed Bitcoin transaction. */
import { sha256 } from '@noble/hashes/sha2.js'
import { base64, hex } from '@scure/base'
import { Address, NETWORK, OutScript, RawTx, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { type Action, type Reading, reading, refused, unreadable } from './reading.js'

const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const networks = { mainnet: NETWORK, testnet: TEST_NETWORK, regtest } as const
export type BitcoinNetwork = keyof typeof networks

/** SIGHASH_DEFAULT and SIGHASH_ALL: the signature covers every output. */
const wholeTransaction: readonly number[] = [0, 1]

/**
 * Reads a PSBT (base64). `own`: the addresses of the wallet, whose outputs are change and whose
 * coins are spent. An input whose amount is not certain, or an output without an address, makes it
 * unreadable.
 */
export function readPsbt(text: string, network: BitcoinNetwork, own: readonly string[]): Reading {
  const transaction = parse(text)
  if (!transaction) return unreadable
  const indices = [...new Array(transaction.inputsLength).keys()]
  const inputs = indices.map(index => transaction.getInput(index))
  if (inputs.some(({ sighashType = 0 }) => !wholeTransaction.includes(sighashType)))
    return refused('sighash')
  const coins = inputs.map(coinOf)
  const isOwn = coins.map(coin => {
    const address = coin && addressOf(coin.script, network)
    return address !== undefined && own.includes(address)
  })
  if (inputs.length > 0 && !isOwn.includes(true)) return refused('other-account')
  // Every signature that the wallet gives covers the amounts of all inputs (BIP-341).
  const isTaproot = coins.every((coin, at) => !isOwn[at] || (coin && isKeyPath(coin.script)))
  const spent = coins.map(coin => (coin?.isProven || isTaproot ? coin?.amount : undefined))
  const outputs = [...new Array(transaction.outputsLength).keys()].map(index =>
    readOutput(transaction.getOutput(index), network, own),
  )
  if (!spent.every(amount => amount !== undefined) || !outputs.every(one => one !== undefined))
    return unreadable
  const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n)
  const fee = spent.reduce((sum, amount) => sum + amount, 0n) - paid
  if (fee < 0n || spent.length === 0) return unreadable
  return reading(
    outputs.flatMap(({ action }) => action),
    { fee },
  )
}

function parse(text: string): Transaction | undefined {
  try {
    return Transaction.fromPSBT(base64.decode(text), {
      allowUnknownOutputs: true,
      allowUnknownInputs: true,
    })
  } catch {
    // What the library refuses is not a PSBT.
    return undefined
  }
}

type Input = ReturnType<Transaction['getInput']>
interface Coin {
  readonly script: Uint8Array
  readonly amount: bigint
  /** True where the whole transaction before is there, whose hash the input names. */
  readonly isProven: boolean
}
/**
 * The output that an input spends. The amount beside an input of segwit version 0 alone is no
 * proof: from signatures over several wrong amounts somebody can make one transaction whose fee
 * takes a coin (CVE-2020-14199).
 */
function coinOf({ nonWitnessUtxo, witnessUtxo, txid, index }: Input): Coin | undefined {
  if (!txid || index === undefined) return undefined
  if (!nonWitnessUtxo) return witnessUtxo && { ...witnessUtxo, isProven: false }
  const output = nonWitnessUtxo.outputs[index]
  if (!output || idOf(nonWitnessUtxo) !== hex.encode(txid)) return undefined
  const isSame =
    !witnessUtxo ||
    (witnessUtxo.amount === output.amount &&
      hex.encode(witnessUtxo.script) === hex.encode(output.script))
  return isSame ? { script: output.script, amount: output.amount, isProven: true } : undefined
}
const isKeyPath = (script: Uint8Array) =>
  script.length === 34 && script[0] === 0x51 && script[1] === 0x20

/** The id of a transaction: a double hash without the witnesses, written in reverse. */
function idOf(transaction: NonNullable<Input['nonWitnessUtxo']>): string {
  const bytes = RawTx.encode({ ...transaction, segwitFlag: false, witnesses: undefined })
  return hex.encode(sha256(sha256(bytes)).reverse())
}

type Output = ReturnType<Transaction['getOutput']>
function readOutput(
  { script, amount }: Output,
  network: BitcoinNetwork,
  own: readonly string[],
): { readonly amount: bigint; readonly action: readonly Action[] } | undefined {
  if (!script || amount === undefined) return undefined
  if (script[0] === 0x6a)
    return amount === 0n
      ? { amount, action: [{ kind: 'note', text: hex.encode(script.subarray(1)) }] }
      : undefined
  const to = addressOf(script, network)
  if (!to) return undefined
  const action: Action = own.includes(to)
    ? { kind: 'change', amount }
    : { kind: 'transfer', asset: 'native', to, amount }
  return { amount, action: [action] }
}

function addressOf(script: Uint8Array, network: BitcoinNetwork): string | undefined {
  try {
    return Address(networks[network]).encode(OutScript.decode(script))
  } catch {
    // A script without an address pays to somebody that cannot be named.
    return undefined
  }
}
