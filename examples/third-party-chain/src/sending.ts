import { Transaction } from '@mysten/sui/transactions'
import type { TransactionOutcome, Transactions, Transfers } from '@portico/kernel/capabilities'
import {
  AddressError,
  ChainError,
  type Draft,
  defineDialect,
  TransferError,
} from '@portico/kernel/chain'
import type { StandardSession } from '@portico/kernel/connector-kit'
import { isUnanswered, pollUntil } from '@portico/kernel/rpc'
import { message } from '@portico/kernel/text'
import { runSendRequest } from '@portico/kernel/wallet'
import { type SuiNetwork, coin as sui } from './networks.js'
import { at, balanceOf, createNodes, readAmount } from './node.js'

type Payment = { readonly to: string; readonly amount: bigint; readonly budget: bigint }
const payment = /* @__PURE__ */ defineDialect<Payment>('sui/transfer')
const paymentOf = (draft: Draft): Payment => {
  const body = payment.read(draft)
  if (!body) throw new ChainError('WALLET_UNSUPPORTED')
  return body
}
// Units of computation and storage that a transfer takes at most.
const mostUnits = 6_000n

const statuses = { success: 'confirmed', failure: 'failed' } as const
/** Without an outcome: no node knows the transaction yet. */
function readOutcome(answer: unknown): { readonly outcome?: TransactionOutcome } {
  const status = at(at(at(at(answer, '0'), 'effects'), 'status'), 'status')
  const known = statuses[status as keyof typeof statuses]
  return known ? { outcome: { status: known } } : {}
}

/** Transfers of SUI: prepared here, signed and sent by the wallet, confirmed by the nodes. */
export function createSending(networks: readonly SuiNetwork[]) {
  const nodes = createNodes(networks)
  return {
    transfers: {
      async prepare({ from, to, network, asset, amount, decimals }, signal) {
        // Shown with other decimals, the amount would be another one than the person read.
        if (asset !== 'native' || decimals !== sui.decimals)
          throw new TransferError('TRANSFER_ASSET', message('sui.asset', 'Only SUI can be sent.'))
        if (!/^0x[\da-f]{64}$/.test(to)) throw new AddressError('ADDRESS_MALFORMED')
        const [owned, price] = await Promise.all([
          balanceOf(nodes(network), from.address, signal),
          nodes(network).request('suix_getReferenceGasPrice', [], readAmount, signal),
        ])
        const budget = price * mostUnits
        const sent = amount === 'max' ? owned - budget : amount
        if (sent <= 0n || sent + budget > owned)
          throw new TransferError(
            'TRANSFER_FUNDS',
            message('sui.funds', 'Send more than 0 SUI, and keep some for the fee.'),
          )
        const draft = payment.draft(network, { to, amount: sent, budget })
        return { draft, fee: { kind: 'native', amount: budget }, amount: sent }
      },
    } satisfies Transfers,
    transactions: {
      async estimate(_via, _from, draft) {
        return { kind: 'native', amount: paymentOf(draft).budget }
      },
      async send(via, from, draft, signal) {
        const { to, amount, budget } = paymentOf(draft)
        const transaction = new Transaction()
        const [coin] = transaction.splitCoins(transaction.gas, [amount])
        transaction.transferObjects([coin], to)
        transaction.setSender(from.address)
        transaction.setGasBudget(budget)
        const session = via.handle as StandardSession
        const input = {
          transaction: { toJSON: () => transaction.toJSON() },
          account: session.account(from.address).source,
          chain: session.chainOf(draft.network),
        }
        const readDigest = (answer: unknown) => {
          const { digest } = Object(answer) as { readonly digest?: unknown }
          return typeof digest === 'string' && /^\w{32,44}$/.test(digest) ? digest : undefined
        }
        const request = () => session.request('sui:signAndExecuteTransaction', input, signal)
        return { hash: await runSendRequest(request, readDigest) }
      },
      async confirm(hash, network, { signal, whenVisible, said }) {
        const params = [[hash], { showEffects: true }]
        const look = () =>
          nodes(network).request('sui_multiGetTransactionBlocks', params, readOutcome, signal)
        const options = { everyMs: 1_000, isPassing: isUnanswered, whenVisible }
        return said ?? pollUntil(async () => (await look()).outcome, options, signal)
      },
    } satisfies Omit<Transactions, 'dialects'>,
  }
}
