import type { Transactions, Transfers } from '@portico/kernel/capabilities'
import { AddressError, ChainError, defineDialect, TransferError } from '@portico/kernel/chain'
import { readProperty } from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import { runSendRequest } from '@portico/kernel/wallet'
import { isAddress } from './addresses.js'
import { networks } from './networks.js'
import type { MyChainOptions } from './options.js'
import { sessionOf } from './sessions.js'

const fee = 1n
/** A transaction of this chain. Only this plugin reads its body. */
const transfer = /* @__PURE__ */ defineDialect<{ readonly to: string; readonly coins: bigint }>(
  'my-chain/transfer',
)

/** Transfers of the coin: prepared here, signed and sent by the wallet. */
export function createSending({ balanceOf }: MyChainOptions) {
  return {
    transfers: {
      async prepare({ from, to, network, asset, amount, decimals }, signal) {
        // Shown with other decimals, the amount would differ from what the person read.
        if (asset !== 'native' || decimals !== networks[0].nativeCurrency.decimals)
          throw new TransferError(
            'TRANSFER_ASSET',
            message('my-chain.asset', 'Only the coin can be sent.'),
          )
        if (!isAddress(to)) throw new AddressError('ADDRESS_MALFORMED')
        const most = (await balanceOf(from.address, signal)) - fee
        const coins = amount === 'max' ? most : amount
        if (coins < 0n || coins > most)
          throw new TransferError(
            'TRANSFER_FUNDS',
            message('my-chain.funds', 'You can send {most} COIN.', { most: String(most) }),
          )
        return {
          draft: transfer.draft(network, { to, coins }),
          fee: { kind: 'native', amount: fee },
          amount: coins,
        }
      },
    } satisfies Transfers,
    transactions: {
      estimate: async () => ({ kind: 'native', amount: fee }),
      async send(via, from, draft, signal) {
        const body = transfer.read(draft)
        if (!body) throw new ChainError('WALLET_UNSUPPORTED')
        const session = sessionOf(via)
        const input = {
          account: session.account(from.address).source,
          chain: session.chainOf(draft.network),
          ...body,
        }
        const request = () => session.request('my-chain:signAndSend', input, signal)
        const readHash = (answer: unknown) => {
          const hash = readProperty(answer, 'hash')
          return typeof hash === 'string' ? hash : undefined
        }
        // A wallet may send and fail afterwards: only a refusal proves that nothing was sent.
        return { hash: await runSendRequest(request, readHash) }
      },
    } satisfies Omit<Transactions, 'dialects'>,
  }
}
