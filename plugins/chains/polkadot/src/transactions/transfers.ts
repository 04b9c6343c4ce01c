import type { TransferIntent, Transfers } from '@portico/kernel/capabilities'
import { polkadotCall } from '@portico/kernel/chain'
import { type Message, message } from '@portico/kernel/text'
import { encodeSubstrateAddress, parsedAddress, parseSubstrateAddress } from '../addresses/ss58.js'
import { bound } from '../assets/balances.js'
import type { SubstrateNetwork } from '../networks.js'
import { hexOf } from '../node/bytes.js'
import type { Runtime, SubstrateNode } from '../node/node.js'
import type { AccountBalance } from '../node/node-answers.js'
import {
  existentialDeposit,
  signedExtrinsic,
  type TransferKind,
  transferCall,
} from './extrinsic.js'
import { assertKnownRuntime, checksMetadata } from './metadata-check.js'
import {
  missingFee,
  missingFunds,
  nothingToSend,
  onlyOwnCoin,
  otherDecimals,
  shown,
  tooSmall,
} from './transfer-errors.js'

/**
 * Drafts transfers by the runtime's current indexes. They keep the sender's account open; only an
 * amount that is impossible otherwise closes it, with a warning of what is lost.
 */
export function createTransfers(
  networkOf: (id: string) => SubstrateNetwork,
  nodeOf: (network: SubstrateNetwork) => SubstrateNode,
): Transfers {
  return {
    async prepare(intent, signal) {
      signal.throwIfAborted()
      const { from, to, asset, amount } = intent
      const isFast = intent.speed === 'fast'
      const network = networkOf(intent.network)
      const recipient = parseSubstrateAddress(to)
      const sender = parseSubstrateAddress(from.address).accountId
      if (asset !== 'native') throw onlyOwnCoin()
      const { decimals, symbol } = network.nativeCurrency
      if (intent.decimals !== decimals) throw otherDecimals(symbol)

      const node = nodeOf(network)
      const [runtime, own, theirs, nonce] = await Promise.all([
        node.runtime(undefined, signal),
        node.account(sender, signal),
        node.account(recipient.accountId, signal),
        nonceOf(node, sender, network, signal),
      ])
      if (!checksMetadata(runtime)) await assertKnownRuntime(runtime, network, node, signal)
      const deposit = existentialDeposit(runtime)
      const callOf = (value: bigint, kind: TransferKind) =>
        transferCall(runtime, { to: recipient.accountId, amount: value, kind })
      // The fee grows with the length of the amount, so the fee for the largest amount covers all.
      const feeOf = async (kind: TransferKind): Promise<FullFee> => {
        const fee = await transferFee(
          { node, runtime, sender, network, nonce },
          callOf(own.free, kind),
          signal,
          isFast ? own.free : 0n,
        )
        return { fee, tip: isFast ? tipOf(fee, amount === 'max' ? own.free : amount) : 0n }
      }
      const most = own.free - bound(own, deposit)
      const { kind, tip, fee, sent } = await planOf(amount, own, most, feeOf, network)
      if (!theirs.exists && sent < deposit) throw tooSmall(deposit, network)

      const { warning } = parsedAddress(recipient, network)
      const closing = kind === 'allowDeath' && closingWarning(own.free - sent - fee, network)
      const staying =
        amount === 'max' &&
        message(
          'polkadot.deposit',
          '{amount} {symbol} stay in your account to keep it open.',
          shown(deposit, network),
        )
      const dear =
        fee * dearFrom >= sent &&
        message('polkadot.dear', 'The fee is a tenth of the amount, or more.')
      const warnings = [warning, closing, staying, dear].filter(one => !!one)
      return {
        draft: polkadotCall.draft(intent.network, {
          call: hexOf(callOf(sent, kind)),
          method: methods[kind],
          transfer: { to: hexOf(recipient.accountId), amount: sent },
          ...(isFast && { tip }),
        }),
        speeds,
        fee: { kind: 'native', amount: fee },
        amount: sent,
        ...(warnings.length && { warnings }),
      }
    },
  }
}

// A block includes transactions with a tip first. Without hurry, the fee alone is paid, which
// cannot be outbid.
const speeds = ['normal', 'fast'] as const
/**
 * A tip equal to the fee. One node names the fee, unverified, and the chain takes any tip, so it is
 * never more than a tenth of the amount.
 */
const tipOf = (fee: bigint, amount: bigint): bigint =>
  fee < amount / dearFrom ? fee : amount / dearFrom
const dearFrom = 10n
/** The call's name in a draft. */
export const methods: Readonly<Record<TransferKind, string>> = {
  keepAlive: 'balances.transferKeepAlive',
  allowDeath: 'balances.transferAllowDeath',
}

/** The chain's fee and the voluntary tip. */
interface FullFee {
  readonly fee: bigint
  readonly tip: bigint
}
interface Plan {
  readonly kind: TransferKind
  /** Includes the tip. */
  readonly fee: bigint
  readonly tip: bigint
  readonly sent: bigint
}
/** `most`: what can leave while the account stays open, the fee included. */
async function planOf(
  amount: TransferIntent['amount'],
  own: AccountBalance,
  most: bigint,
  feeOf: (kind: TransferKind) => Promise<FullFee>,
  network: SubstrateNetwork,
): Promise<Plan> {
  const { tip, fee: charged } = await feeOf('keepAlive')
  const fee = charged + tip
  const isTooMuch = amount !== 'max' && amount + fee > most
  if (isTooMuch && own.canClose && amount <= own.free) {
    const closing = await feeOf('allowDeath')
    const all = closing.fee + closing.tip
    if (amount + all <= own.free)
      return { kind: 'allowDeath', fee: all, tip: closing.tip, sent: amount }
  }
  return { kind: 'keepAlive', fee, tip, sent: amountOf(amount, most, fee, network) }
}

interface Payer {
  readonly node: SubstrateNode
  readonly runtime: Runtime
  readonly sender: Uint8Array
  readonly network: SubstrateNetwork
  /**
   * The sender's `nonceOf`, requested together with the runtime, because each response takes its
   * own time.
   */
  readonly nonce: number
}
/** Returns the next nonce of an account. */
export const nonceOf = (
  node: SubstrateNode,
  account: Uint8Array,
  network: SubstrateNetwork,
  signal: AbortSignal,
): Promise<number> => node.nextNonce(encodeSubstrateAddress(account, network.ss58Prefix), signal)
/**
 * Returns the chain's fee of a call without tip, for the whole transaction with a dummy signature.
 */
export async function transferFee(
  { node, runtime, sender, network, nonce }: Payer,
  call: Uint8Array,
  signal: AbortSignal,
  tip: bigint,
): Promise<bigint> {
  const genesis = network.genesisHash
  const birth = { hash: genesis, number: 0 }
  // An account does not reveal its key type, so the longest signature, ECDSA's, is assumed.
  const unsigned = Uint8Array.of(2, ...new Uint8Array(65).fill(1))
  return node.fee(
    signedExtrinsic(call, sender, unsigned, { runtime, genesis, birth, nonce, tip }),
    signal,
  )
}

function amountOf(
  wanted: TransferIntent['amount'],
  most: bigint,
  fee: bigint,
  network: SubstrateNetwork,
): bigint {
  const sent = wanted === 'max' ? most - fee : wanted
  if (wanted === 'max' && sent <= 0n) {
    throw nothingToSend()
  }
  if (sent <= most - fee) return sent
  const missing = sent + fee - most
  throw sent <= most ? missingFee(missing, network) : missingFunds(missing, network)
}
function closingWarning(rest: bigint, network: SubstrateNetwork): Message {
  return rest
    ? message(
        'polkadot.closing',
        'This closes your account: the remaining {amount} {symbol} are below the minimum of the network and are lost.',
        shown(rest, network),
      )
    : message('polkadot.closed', 'This closes your account: nothing is left on it.')
}
