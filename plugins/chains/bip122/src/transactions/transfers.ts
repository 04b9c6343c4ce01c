import {
  dearMessage,
  type Fee,
  type PreparedTransfer,
  type TransferIntent,
  type Transfers,
} from '@portico/kernel/capabilities'
import { AddressError, bip122Psbt, ChainError } from '@portico/kernel/chain'
import { formatAmount, message } from '@portico/kernel/text'
import { keyFits, nestedScript } from '@portico/signatures/bitcoin'
import { Transaction } from '@scure/btc-signer'
import { type BitcoinAddress, parseBitcoinAddress, parsedAddress } from '../addresses/address.js'
import type { BitcoinNetwork } from '../networks.js'
import { base64Of, sameBytes } from '../node/bytes.js'
import type { Coin, Esplora } from '../node/esplora.js'
import { readPublicKey, xOnly } from '../wallets/keys.js'
import { dustOf, inputWeightOf, type Selection, selectCoins } from './coin-selection.js'
import type { RawTransaction } from './raw-transaction.js'
import {
  holdsCollectibles,
  missingFee,
  missingFunds,
  noPublicKey,
  onlyBitcoin,
  otherDecimals,
  tooSmall,
  unconfirmed,
  unknownVersion,
} from './transfer-errors.js'

// Signals that the sender may raise the fee later (BIP-125).
const replaceable = 0xfffffffd

/** Drafts transfers from the confirmed coins of the account. */
export function createTransfers(
  networkOf: (id: string) => BitcoinNetwork,
  esploraOf: (network: BitcoinNetwork) => Esplora,
): Transfers {
  const parents = createParents()
  return {
    async prepare(intent, signal) {
      signal.throwIfAborted()
      const { from, to, asset, amount, decimals, speed = 'normal' } = intent
      const network = networkOf(intent.network)
      const payer = payerOf(intent, network)
      const recipient = parseBitcoinAddress(to, network.addressFormat)
      if (asset !== 'native') throw onlyBitcoin()
      if (decimals !== network.nativeCurrency.decimals) throw otherDecimals(decimals, network)
      if (amount !== 'max' && amount < dustOf(recipient.kind))
        throw tooSmall(dustOf(recipient.kind), network)

      const esplora = esploraOf(network)
      const [coins, rate] = await Promise.all([
        esplora.coins(from.address, signal),
        esplora.feeRate(speed, signal),
      ])
      const chosen = chosenOrThrow(
        selectCoins({
          coins: coins.filter(coin => coin.confirmed),
          amount,
          rate,
          inputWeight: payer.inputWeight,
          outputBytes: recipient.script.length,
          changeBytes: payer.address.script.length,
          dust: dustOf(payer.address.kind),
        }),
        intent,
        coins,
        network,
      )
      if (chosen.amount < dustOf(recipient.kind)) throw tooSmall(dustOf(recipient.kind), network)
      return preparedTransfer({
        network,
        payer,
        recipient,
        rate,
        chosen,
        parents: await parents.of(payer, chosen.coins, esplora, signal),
      })
    },
  }
}

// Coins with collectibles usually have 330 to 10,000 satoshi.
const mayCarryCollectible = ({ value }: Coin): boolean => value <= 10_000n
const collectibleWarning = () =>
  message(
    'bip122.collectible',
    'This spends very small coins. If your wallet uses one address for everything, they may carry collectibles.',
  )

// One endpoint names the fee, unverified, so a fee of more than a tenth of the amount raises a
// warning.
const dearFrom = 10n
const dearWarning = () => dearMessage

interface Payer {
  readonly address: BitcoinAddress
  readonly publicKey: Uint8Array | undefined
  readonly inputWeight: number
}
function payerOf({ from }: TransferIntent, { addressFormat }: BitcoinNetwork): Payer {
  if (from.type !== 'payment') {
    throw holdsCollectibles()
  }
  const address = ownAddress(from.address, addressFormat)
  const publicKey = readPublicKey(from.publicKey)
  const inputWeight = inputWeightOf(address.kind)
  const keyed =
    address.kind === 'p2wpkh' ||
    address.kind === 'p2pkh' ||
    (publicKey && keyFits(publicKey, address))
  if (!inputWeight || !keyed) throw noPublicKey()
  return { address, publicKey, inputWeight }
}
function ownAddress(text: string, format: BitcoinNetwork['addressFormat']): BitcoinAddress {
  try {
    return parseBitcoinAddress(text, format)
  } catch (cause) {
    throw cause instanceof AddressError && cause.code === 'ADDRESS_WRONG_NETWORK'
      ? new ChainError('WALLET_NETWORK', undefined, { cause })
      : cause
  }
}

/** The bytes of each transaction without witnesses, by its id, which is their hash. */
type Parents = ReadonlyMap<string, Uint8Array>

// The number of parallel requests that a browser sends to one host.
const parentsAtOnce = 6
const mostParents = 100

/**
 * Reads the parents of the coins, and refuses a coin whose value differs from its parent's. A
 * signature of segwit version 0 commits only to the value of its own input: from two signatures
 * over different wrong values an endpoint could make one valid transaction that pays a coin as fee
 * (CVE-2020-14199).
 * Taproot signatures commit to the values of all inputs (BIP-341) and need no proof.
 */
function createParents() {
  // A form prepares the transfer again on each change, and the transaction of an id never changes.
  const known = new Map<string, RawTransaction>()
  const keep = (txid: string, parent: RawTransaction) => {
    const [oldest] = known.keys()
    if (oldest !== undefined && known.size >= mostParents) known.delete(oldest)
    known.set(txid, parent)
    return parent
  }
  const parentOf = async ({ txid }: Coin, esplora: Esplora, signal: AbortSignal) => {
    const parent = known.get(txid) ?? (await esplora.rawTransaction(txid, signal))
    return parent && keep(txid, parent)
  }
  return {
    /**
     * Throws a ChainError CHAIN_ANSWER where the endpoints contradict each other, or themselves.
     */
    async of(
      { address }: Payer,
      coins: readonly Coin[],
      esplora: Esplora,
      signal: AbortSignal,
    ): Promise<Parents> {
      const parents = new Map<string, Uint8Array>()
      if (address.kind === 'p2tr') return parents
      const read = async (coin: Coin) => {
        const parent = await parentOf(coin, esplora, signal)
        const output = parent?.outputs[coin.vout]
        if (
          !parent ||
          !output ||
          !sameBytes(output.script, address.script) ||
          output.value !== coin.value
        )
          throw new ChainError('CHAIN_ANSWER')
        if (!knownVersions.includes(parent.version)) throw unknownVersion()
        parents.set(coin.txid, parent.bytes)
      }
      for (let at = 0; at < coins.length; at += parentsAtOnce)
        await Promise.all(coins.slice(at, at + parentsAtOnce).map(read))
      return parents
    },
  }
}

// The library reads no PSBT with a parent of another version. Nodes relay only 1 to 3, but miners
// may include any.
const knownVersions = [-1, 0, 1, 2, 3]

function preparedTransfer(made: {
  readonly network: BitcoinNetwork
  readonly payer: Payer
  readonly recipient: BitcoinAddress
  readonly rate: bigint
  readonly chosen: Extract<Selection<Coin>, { fee: bigint }>
  readonly parents: Parents
}): PreparedTransfer {
  const { network, payer, recipient, chosen, parents } = made
  const transaction = new Transaction({ allowUnknownOutputs: true })
  for (const coin of chosen.coins)
    transaction.addInput(inputOf(coin, payer, parents.get(coin.txid)))
  transaction.addOutput({ script: recipient.script, amount: chosen.amount })
  if (chosen.change) transaction.addOutput({ script: payer.address.script, amount: chosen.change })

  const { warning } = parsedAddress(recipient)
  const mayGiveAway =
    payer.address.kind === 'p2tr' && chosen.coins.some(mayCarryCollectible) && collectibleWarning()
  const isDear = chosen.fee * dearFrom > chosen.amount && dearWarning()
  const warnings = [warning, mayGiveAway, isDear].filter(one => !!one)
  const feeRate = formatAmount(made.rate, 3)
  const fee: Fee = { kind: 'native', amount: chosen.fee, rate: { value: feeRate, unit: 'sat/vB' } }
  return {
    draft: bip122Psbt.draft(network.caipNetworkId, {
      psbt: base64Of(transaction.toPSBT()),
      inputs: chosen.coins.map((_coin, index) => ({ index, address: payer.address.address })),
      fee: chosen.fee,
      feeRate,
      change: chosen.change,
    }),
    fee,
    speeds: ['slow', 'normal', 'fast'],
    amount: chosen.amount,
    change: chosen.change,
    ...(warnings.length && { warnings }),
  }
}

function inputOf(
  coin: Coin,
  { address, publicKey }: Payer,
  parent: Uint8Array | undefined,
): Parameters<Transaction['addInput']>[0] {
  const input = {
    txid: coin.txid,
    index: coin.vout,
    sequence: replaceable,
    ...(parent && { nonWitnessUtxo: parent }),
  }
  if (address.kind === 'p2pkh') return input
  // Beside the parent, as BIP-174 allows, because some wallets read the value of a segwit input
  // only from here.
  return {
    ...input,
    witnessUtxo: { script: address.script, amount: coin.value },
    ...(address.kind === 'p2sh' && publicKey && { redeemScript: nestedScript(publicKey) }),
    ...(address.kind === 'p2tr' && publicKey && { tapInternalKey: xOnly(publicKey) }),
  }
}

function chosenOrThrow(
  selection: Selection<Coin>,
  { amount }: TransferIntent,
  coins: readonly Coin[],
  network: BitcoinNetwork,
) {
  if (!('missing' in selection)) return selection
  const confirmed = coins.reduce((sum, coin) => sum + (coin.confirmed ? coin.value : 0n), 0n)
  const waiting = coins.reduce((sum, coin) => sum + (coin.confirmed ? 0n : coin.value), 0n)
  const missing = selection.missing
  if (amount !== 'max' && confirmed >= amount) {
    throw missingFee(missing, network)
  }
  if (waiting > missing) {
    throw unconfirmed(waiting, network)
  }
  throw missingFunds(missing, network)
}
