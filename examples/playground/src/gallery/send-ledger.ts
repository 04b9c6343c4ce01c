/** A network for the states of Send: what an account holds, and how a transfer ends. */
import { type Holding, tokenBalancesEndpoint } from '@portico/kernel/backend'
import {
  type TransactionComparison,
  type TransactionOutcome,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import { mainnet } from '@portico/plugin-eip155'
import { send } from '@portico/plugin-send'
import { transactions as transactionsPlugin } from '@portico/plugin-transactions'
import { definePlugin, type Plugin } from '@portico/sdk'
import type { Setting } from './stage.js'

export const network = mainnet.caipNetworkId
export const never = () => new Promise<never>(() => undefined)
export const unit = 10n ** 18n

export const holding = (name: string, symbol: string, amount: bigint, price?: string): Holding => ({
  token: {
    asset:
      symbol === 'ETH' ? 'native' : `${network}/erc20:0x${symbol.length.toString(16).repeat(40)}`,
    network,
    name,
    symbol,
    decimals: 18,
  },
  amount,
  ...(price !== undefined && { price, value: String((Number(price) * Number(amount)) / 1e18) }),
})
export const usual = [
  holding('Ether', 'ETH', 1_204n * 10n ** 15n, '3224.30'),
  holding('USD Coin', 'USDC', 310n * unit + unit / 2n, '1'),
  holding('Dai', 'DAI', 25n * unit),
]

interface Ledger {
  readonly holdings?: () => Promise<readonly Holding[]>
  readonly prepare?: () => Promise<never>
  readonly hangsAt?: 'fast'
  readonly outcome?: () => Promise<TransactionOutcome>
  readonly send?: () => Promise<{ readonly hash: string }>
  readonly comparison?: () => Promise<TransactionComparison>
}
/** The network as it would answer: what is sent there is kept nowhere. */
const ledger = ({
  holdings = async () => usual,
  prepare,
  hangsAt,
  outcome = never,
  send: sends,
  comparison,
}: Ledger): Plugin =>
  definePlugin({
    id: 'gallery/ledger',
    setup(context) {
      const dialect = `${mainnet.namespace}/transaction`
      context.handle(tokenBalancesEndpoint, holdings, { id: 'gallery', rank: 'first' })
      context.offer(transfersCapability, network, {
        prepare: async ({ amount, speed }) => {
          await prepare?.()
          if (speed === hangsAt) await never()
          return {
            draft: { dialect, network, body: {} },
            fee: {
              kind: 'native',
              amount: 350_000_000_000_000n,
              rate: { value: '3.1', unit: 'gwei' },
            },
            amount: amount === 'max' ? unit : amount,
          }
        },
      })
      context.offer(transactionsCapability, network, {
        dialects: [dialect],
        estimate: never,
        send: sends ?? (async () => ({ hash: `0x${'5e'.repeat(32)}` })),
        confirm: outcome,
        describe: async () => 'gallery',
        find: async () => ({ status: 'open' }),
        ...(comparison && { compare: comparison }),
      })
    },
  })
export const on = (of: Ledger = {}, more: Omit<Setting, 'plugins'> = {}): Setting => ({
  ...more,
  plugins: chain => [chain, ledger(of), transactionsPlugin(), send()],
})
