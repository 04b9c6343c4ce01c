import { formatAmount, message, polkadotCall, TransferError, type TransferIntent, type Transfers } from '@portico/kernel/contracts'
import type { SubstrateNetwork } from '../networks.js'
import { bound } from './balances.js'
import { hexOf } from './bytes.js'
import { type Circumstances, existentialDeposit, signedExtrinsic, transferCall } from './extrinsic.js'
import type { Runtime, SubstrateNode } from './node.js'
import { encodeSubstrateAddress, parsedAddress, parseSubstrateAddress } from './ss58.js'

/** Drafts of `balances.transferKeepAlive`, by the indexes that the runtime has today. */
export function createTransfers(networkOf: (id: string) => SubstrateNetwork, nodeOf: (network: SubstrateNetwork) => SubstrateNode): Transfers {
  return {
    async prepare(intent, signal) {
      signal.throwIfAborted()
      const { from, to, asset, amount } = intent
      const network = networkOf(intent.network)
      const recipient = parseSubstrateAddress(to)
      const sender = parseSubstrateAddress(from.address).accountId
      if (asset !== 'native') throw new TransferError('TRANSFER_ASSET', message('polkadot.asset', 'Only the network’s own coin can be sent here.'))

      const node = nodeOf(network)
      const genesis = await node.genesis(signal)
      const [runtime, own, theirs] = await Promise.all([
        node.runtime(undefined, signal),
        node.account(sender, signal),
        node.account(recipient.accountId, signal),
      ])
      const deposit = existentialDeposit(runtime)
      const most = own.free - bound(own, deposit)
      // The fee grows with the length of the amount; asked for the largest, it is enough for all.
      const fee = await transferFee({ node, runtime, genesis, sender, network }, transferCall(runtime, recipient.accountId, own.free), signal)
      const sent = amountOf(amount, most, fee, network)
      if (!theirs.exists && sent < deposit) throw tooSmall(deposit, network)

      const { warning } = parsedAddress(recipient, network)
      const staying =
        amount === 'max' && message('polkadot.deposit', '{amount} {symbol} stay: the least that keeps your account open.', shown(deposit, network))
      const warnings = [...(warning ? [warning] : []), ...(staying ? [staying] : [])]
      return {
        draft: polkadotCall.draft(intent.network, { call: hexOf(transferCall(runtime, recipient.accountId, sent)), method: 'balances.transferKeepAlive' }),
        fee: { kind: 'native', amount: fee },
        amount: sent,
        ...(warnings.length && { warnings }),
      }
    },
  }
}

interface Payer {
  readonly node: SubstrateNode
  readonly runtime: Runtime
  readonly genesis: Circumstances['genesis']
  readonly sender: Uint8Array
  readonly network: SubstrateNetwork
}
/** What a call costs, by the chain's own reckoning over the whole transaction with a signature that is none. */
export async function transferFee({ node, runtime, genesis, sender, network }: Payer, call: Uint8Array, signal: AbortSignal): Promise<bigint> {
  const birth = { hash: genesis, number: 0 }
  const nonce = await node.nextNonce(encodeSubstrateAddress(sender, network.ss58Prefix), signal)
  const unsigned = Uint8Array.of(1, ...new Uint8Array(64).fill(1))
  return node.fee(signedExtrinsic(call, sender, unsigned, { runtime, genesis, birth, nonce }), signal)
}

function amountOf(wanted: TransferIntent['amount'], most: bigint, fee: bigint, network: SubstrateNetwork): bigint {
  const sent = wanted === 'max' ? most - fee : wanted
  if (wanted === 'max' && sent <= 0n) {
    throw new TransferError(
      'TRANSFER_FUNDS',
      message('polkadot.nothing', 'There is nothing to send: what is left is needed for the fee and to keep the account open.'),
    )
  }
  if (sent <= most - fee) return sent
  const missing = shown(sent + fee - most, network)
  if (sent <= most)
    throw new TransferError('TRANSFER_FEE', message('polkadot.fee', 'There is not enough left for the fee: {amount} {symbol} are missing.', missing))
  throw new TransferError(
    'TRANSFER_FUNDS',
    message('polkadot.funds', 'You need {amount} {symbol} more, the fee and the deposit that keeps your account open included.', missing),
  )
}
function tooSmall(least: bigint, network: SubstrateNetwork): TransferError {
  return new TransferError(
    'TRANSFER_TOO_SMALL',
    message('polkadot.small', 'The recipient’s account is new, and the network opens none for less than {amount} {symbol}.', shown(least, network)),
  )
}
const shown = (amount: bigint, { nativeCurrency: { decimals, symbol } }: SubstrateNetwork) => ({ amount: formatAmount(amount, decimals), symbol })
