import type { AnyPluginContext } from '@portico/kernel'
import {
  addressesCapability,
  balancesCapability,
  messagesCapability,
  networksCapability,
  remoteSessionsCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { AddressError, ChainError, defineDialect, TransferError } from '@portico/kernel/chain'
import { message } from '@portico/kernel/text'
import { runSendRequest, runWalletRequest } from '@portico/kernel/wallet'
import { isAddress } from './addresses.js'
import { handleOf, remoteHandle } from './handle.js'
import { namespace, networks } from './networks.js'
import type { MyChainOptions } from './options.js'
import { createWalletSession } from './wallet-session.js'

const fee = 1n
/** A transaction of this chain. Only this plugin reads its body. */
const transfer = /* @__PURE__ */ defineDialect<{ readonly to: string; readonly coins: bigint }>(
  'my-chain/transfer',
)

/** Offers what features can do with this chain. They hide what is not offered. */
export function offerCapabilities(
  context: AnyPluginContext,
  { balanceOf }: Pick<MyChainOptions, 'balanceOf'>,
): void {
  context.offer(addressesCapability, namespace, {
    looksLike: text => text.startsWith('c_'),
    async parse(text) {
      if (!isAddress(text)) throw new AddressError('ADDRESS_MALFORMED')
      return { address: text, kind: 'account' }
    },
    shorten: address => address,
  })
  context.offer(networksCapability, namespace, {
    defaultAccountType: 'eoa',
    async switch(via, to, signal) {
      await runWalletRequest(() => handleOf(via).ask('my_chain_switch', { network: to }, signal))
      // A wallet that reports a switch has not always switched.
      if ((await handleOf(via).report(signal)).network !== to)
        throw new ChainError('WALLET_NETWORK')
    },
  })
  context.offer(messagesCapability, namespace, {
    async sign(via, from, text, signal) {
      const signature = await runWalletRequest(() =>
        handleOf(via).ask('my_chain_sign', { address: from.address, text }, signal),
      )
      if (typeof signature !== 'string') throw new ChainError('WALLET_ANSWER')
      return { signature, scheme: 'my-chain' }
    },
    // Replace it: check the signature by your chain's curve, imported inside this function.
    verify: async (from, text, { signature }) => signature === `${from.address} says ${text}`,
  })
  context.offer(balancesCapability, namespace, {
    async native(account, at, signal) {
      const { nativeCurrency } = networks.find(one => one.caipNetworkId === at) ?? networks[0]
      return {
        token: { asset: 'native', network: at, ...nativeCurrency },
        amount: await balanceOf(account.address, signal),
      }
    },
  })
  context.offer(transfersCapability, namespace, {
    async prepare({ from, to, network: at, asset, amount, decimals }, signal) {
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
        draft: transfer.draft(at, { to, coins }),
        fee: { kind: 'native', amount: fee },
        amount: coins,
      }
    },
  })
  context.offer(transactionsCapability, namespace, {
    dialects: [transfer.id],
    estimate: async () => ({ kind: 'native', amount: fee }),
    async send(via, from, draft, signal) {
      const body = transfer.read(draft)
      if (!body) throw new ChainError('WALLET_UNSUPPORTED')
      const request = () =>
        handleOf(via).ask(
          'my_chain_send',
          { from: from.address, to: body.to, coins: String(body.coins) },
          signal,
        )
      // A wallet may send and fail afterwards: only a refusal proves that nothing was sent.
      return {
        hash: await runSendRequest(request, answer =>
          typeof answer === 'string' ? answer : undefined,
        ),
      }
    },
  })
  context.offer(remoteSessionsCapability, namespace, {
    scope: async () => ({
      networks: networks.map(one => one.caipNetworkId),
      methods: ['my_chain_sign', 'my_chain_send', 'my_chain_switch'],
      events: ['changed'],
    }),
    open: (session, signal) => createWalletSession(remoteHandle(session), context, signal),
  })
}
