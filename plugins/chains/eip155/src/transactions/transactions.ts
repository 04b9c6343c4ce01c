import {
  accountMessage,
  failsMessage,
  type Transactions,
  transactionFundsMessage,
} from '@portico/kernel/capabilities'
import {
  ChainError,
  type Draft,
  type Eip155Transaction,
  eip155Transaction,
  type Hex,
  TransferError,
} from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { RpcRefusal, slowPollMs, watchOutcome } from '@portico/kernel/rpc'
import { displayText, message, withValues } from '@portico/kernel/text'
import { runSendRequest } from '@portico/kernel/wallet'
import type { RpcOf } from '../node/rpc.js'
import type { Eip155Setup } from '../options.js'
import { altered, isSameChain, isSameTransaction } from '../wallets/hand-over.js'
import { chainIdOf, handleOf } from '../wallets/handle.js'
import { readAccounts, readBytes, readHash } from '../wallets/wallet-answers.js'
import { confirmation, standing } from './confirmation.js'
import { feeOf, onTheWire, readGasOf, readL1Fee, readPrice } from './fees.js'
import type { WalletProposals } from './wallet-proposals.js'

// Confirmations after which a transaction counts as final.
const deepEnough = 12n

export function createTransactions(
  rpcOf: RpcOf,
  report: Eip155Setup['report'],
  orders: WalletProposals = { sentBy: () => undefined, statusOf: async () => undefined },
): Required<Omit<Transactions, 'dialects'>> {
  const join = createShareInFlight()
  const transactions: Required<Omit<Transactions, 'dialects'>> = {
    async estimate(_via, from, draft, signal) {
      const rpc = rpcOf(draft.network)
      const transaction = bodyOf(draft)
      try {
        const [price, gas, l1Fee] = await Promise.all([
          readPrice(rpc, 'normal', signal),
          readGasOf(rpc, from.address as Hex, transaction, signal),
          readL1Fee(rpc, transaction, signal),
        ])
        return feeOf(gas, price, l1Fee)
      } catch (error) {
        throw refusedTransfer(error)
      }
    },

    /**
     * Sending the same draft twice at once makes one wallet request, for a double click (situation
     * R23).
     */
    async send(via, from, draft, signal) {
      const handle = handleOf(via)
      return join(
        handle,
        draft,
        async own => {
          const transaction = bodyOf(draft)
          if (!via.accounts.some(account => account.address === from.address))
            throw new ChainError('WALLET_UNSUPPORTED', notOfThisWallet)
          // Reads the wallet's chain last, because the wallet may have switched since the draft was
          // made (threat S24).
          if ((await handle.network(own)) !== draft.network) throw new ChainError('WALLET_NETWORK')
          // The request names the chain too, so a wallet that switched after that response refuses
          // it.
          const request = {
            from: from.address,
            chainId: chainIdOf(draft.network),
            ...onTheWire(transaction),
          }
          const isSame =
            request.from === from.address && isSameChain(request.chainId, draft.network)
          if (!isSame || !isSameTransaction(request, eip155Transaction.read(draft))) throw altered()
          const hash = await runSendRequest(
            () => handle.request('eth_sendTransaction', [request], own),
            readHash,
          )
          orders.sentBy(hash, from.address)
          return { hash }
        },
        signal,
      )
    },

    async sendAll(via, from, drafts, signal, bundle) {
      return (await import('./send-all.js')).sendAll(via, from, drafts, bodyOf, signal, bundle)
    },

    async describe(from, drafts, signal) {
      const [draft] = drafts
      if (!draft || drafts.some(({ network }) => network !== draft.network))
        throw new ChainError('WALLET_UNSUPPORTED')
      const code = await import('./find-transaction.js')
      return code.describeTransactions(rpcOf(draft.network), from, drafts.map(bodyOf), signal)
    },

    async find(network, description, signal, known) {
      const code = await import('./find-transaction.js')
      return code.findTransaction(rpcOf(network), description, signal, known)
    },

    async compare(hash, network, description, signal, whenVisible) {
      const code = await import('./sent-transactions.js')
      return code.compareTransaction(rpcOf(network), hash, description, orders, whenVisible, signal)
    },

    async replacements(from, hash, network, signal) {
      const code = await import('./replacements.js')
      return code.readReplacements(rpcOf(network), from, hash, signal)
    },

    async replace(via, from, replacement, signal) {
      const code = await import('./replacements.js')
      const { send } = transactions
      return code.replaceTransaction(rpcOf, send, via, from, replacement, signal)
    },

    async confirm(hash, network, { signal, changed, whenVisible, said, replacement }) {
      const rpc = rpcOf(network)
      // Identical waits with the same visibility share one poll.
      const confirm = () =>
        join(
          whenVisible ?? rpc,
          `${network} ${hash}`,
          own => confirmation(rpc, hash, orders, whenVisible, own, replacement),
          signal,
        )
      const outcome = said ?? (await confirm())
      const pollOptions = {
        deepEnough,
        everyMs: slowPollMs,
        whenVisible,
        isOld: said !== undefined,
      }
      if (changed)
        watchOutcome(
          { outcome, changed, confirm, look: () => standing(rpc, hash, signal), ...pollOptions },
          signal,
        ).catch(error => void (signal.aborted || report(error)))
      return outcome
    },
  }
  return transactions
}

const notOfThisWallet = accountMessage

/** Validates a draft, which may come from another plugin. Throws a TransferError. */
function bodyOf(draft: Draft): Eip155Transaction {
  const body = eip155Transaction.read(draft)
  const { to, data, value, gas, maxFeePerGas, maxPriorityFeePerGas, nonce } = body ?? {}
  const numbers = [value, gas, maxFeePerGas, maxPriorityFeePerGas, nonce]
  const isSound =
    body &&
    (to === undefined || readAccounts([to])) &&
    (data === undefined || readBytes(data)) &&
    numbers.every(
      number =>
        number === undefined ||
        (typeof number === 'bigint' && number >= 0n && number >> 256n === 0n),
    ) &&
    (to || data)
  if (!isSound)
    throw new TransferError(
      'TRANSFER_REFUSED',
      message('eip155.error.draft', 'This is not a valid Ethereum transaction.'),
    )
  chainIdOf(draft.network)
  // A copy, so a later change of the draft does not reach the wallet.
  return {
    ...(to && { to }),
    ...(data && { data }),
    ...(value !== undefined && { value }),
    ...(gas !== undefined && { gas }),
    ...(maxFeePerGas !== undefined && { maxFeePerGas }),
    ...(maxPriorityFeePerGas !== undefined && { maxPriorityFeePerGas }),
    ...(nonce !== undefined && { nonce }),
  }
}

/** Translates a network's refusal into a transfer error. */
export function refusedTransfer(error: unknown): unknown {
  if (!(error instanceof RpcRefusal)) return error
  const reason = displayText(error.message, 200) ?? ''
  return /insufficient funds/i.test(reason)
    ? new TransferError('TRANSFER_FUNDS', transactionFundsMessage, { cause: error })
    : new TransferError('TRANSFER_REFUSED', withValues(failsMessage, { reason }), { cause: error })
}
