import { definePlugin, once, type Plugin } from '@portico/kernel'
import {
  addressesCapability,
  balancesCapability,
  messagesCapability,
  networksCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { chainsSlot, lazyParts } from '@portico/kernel/chain'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { namespace, networks } from './networks.js'
import type { MyChainOptions } from './options.js'

/**
 * Adds My Chain: its networks, its wallets, and what features can do with it. This file loads
 * before the click; `chain.ts` and `sending.ts` load with the first call of one of their methods.
 */
export const myChain = (options: MyChainOptions): Plugin =>
  definePlugin({
    id: 'chain/my-chain',
    setup(context) {
      const load = once(async () => (await import('./chain.js')).createChain(context, options))
      const part = lazyParts(load)
      const sending = lazyParts(
        once(async () => (await import('./sending.js')).createSending(options)),
      )

      context.contribute(chainsSlot, { id: namespace, name: 'My Chain', networks })
      context.contribute(discoveriesSlot, { id: namespace, load, ...part('wallets', 'start') })
      context.offer(addressesCapability, namespace, {
        looksLike: text => text.startsWith('c-'),
        shorten: address => address,
        ...part('addresses', 'parse'),
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'eoa',
        ...part('networks', 'switch'),
      })
      // Features hide what is not offered: leave out what your chain does not have.
      context.offer(messagesCapability, namespace, part('messages', 'sign', 'verify'))
      context.offer(balancesCapability, namespace, part('balances', 'native'))
      context.offer(transfersCapability, namespace, sending('transfers', 'prepare'))
      context.offer(transactionsCapability, namespace, {
        dialects: ['my-chain/transfer'],
        ...sending('transactions', 'estimate', 'send'),
      })
    },
  })
