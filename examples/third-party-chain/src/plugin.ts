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
import { shortenAddress } from '@portico/kernel/text'
import { mainnet, namespace, type SuiNetwork } from './networks.js'

export { type SuiNetwork, suiNetwork } from './networks.js'

export interface SuiOptions {
  /** The first is the default. Default: the main network. */
  readonly networks?: readonly [SuiNetwork, ...SuiNetwork[]]
}

/** What a page loads before the click. The wallets are in `chain.ts`, the SDK comes later. */
export const sui = ({ networks = [mainnet] }: SuiOptions = {}): Plugin =>
  definePlugin({
    id: 'chain/sui',
    setup(context) {
      const load = once(async () => (await import('./chain.js')).createChain(context, networks))
      const part = lazyParts(load)
      const sending = lazyParts(
        once(async () => (await import('./sending.js')).createSending(networks)),
      )

      context.contribute(chainsSlot, { id: namespace, name: 'Sui', networks })
      context.contribute(discoveriesSlot, { id: namespace, load, ...part('wallets', 'start') })
      context.offer(addressesCapability, namespace, {
        looksLike: text => /^0x[\da-f]{64}$/i.test(text),
        shorten: shortenAddress,
        ...part('addresses', 'parse'),
      })
      context.offer(networksCapability, namespace, {
        defaultAccountType: 'eoa',
        ...part('networks', 'switch'),
      })
      context.offer(messagesCapability, namespace, part('messages', 'sign', 'verify'))
      context.offer(balancesCapability, namespace, part('balances', 'native'))
      context.offer(transfersCapability, namespace, sending('transfers', 'prepare'))
      context.offer(transactionsCapability, namespace, {
        dialects: ['sui/transfer'],
        ...sending('transactions', 'estimate', 'send', 'confirm'),
      })
    },
  })
