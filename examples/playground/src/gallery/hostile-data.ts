import {
  historyPageEndpoint,
  nftPageEndpoint,
  tokenBalancesEndpoint,
} from '@portico/kernel/backend'
import {
  type ActivityEntry,
  balancesCapability,
  type Nft,
  type SwapQuote,
  type SwapQuoteRequest,
  swapQuotesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { NetworkId, Token } from '@portico/kernel/chain'
import { displayText, message } from '@portico/kernel/text'
import { balances } from '@portico/plugin-balances'
import { history } from '@portico/plugin-history'
import { nfts } from '@portico/plugin-nfts'
import { receive } from '@portico/plugin-receive'
import { send } from '@portico/plugin-send'
import { swap } from '@portico/plugin-swap'
import { transactions as transactionsPlugin } from '@portico/plugin-transactions'
import { definePlugin, type Plugin } from '@portico/sdk'

const never = () => new Promise<never>(() => undefined)
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const unit = 10n ** 18n
/** An entry whose addresses contain invisible characters, or half a surrogate pair, is invalid. */
const asWord = (name: string, instead: string) => (/[\p{C}\p{DI}]/u.test(name) ? instead : name)

export interface HostileData {
  readonly plugins: readonly Plugin[]
  readonly entry: ActivityEntry
  /** What is typed into Send. */
  readonly transfer: { readonly to: string; readonly amount: string; readonly token: Token }
  /** What is swapped for the token of the transfer. */
  readonly wanted: Token
  /** The address of a token that no list knows. */
  readonly stray: string
  /** Of the transfer. */
  readonly hash: string
}

/**
 * The tokens, NFTs, activity and routes of an account, with one of these names in each text, as
 * from malicious services. Each name has a token, an NFT and an activity entry, and is in a field
 * of each view of a single item.
 */
export function hostileData(network: NetworkId, names: readonly string[]): HostileData {
  const hashOf = (count: number) => `0x${count.toString(16).padStart(64, '5e')}`
  const contractOf = (at: number) => `0x${`${at + 1}2`.repeat(20)}`
  /** The names from this one on, and from the start again. */
  const from = (at: number) => (field: number) => names[(at + field) % names.length] ?? ''
  const tokenOf = (at: number): Token => {
    const name = from(at)
    return {
      asset: `${network}/erc20:${contractOf(at)}`,
      network,
      name: name(0),
      symbol: name(1),
      decimals: 18,
      imageUrl: name(2),
    }
  }
  const tokens = names.map((_, at) => tokenOf(at))
  const nftList = names.map((_, at): Nft => {
    const name = from(at)
    return {
      asset: `${network}/erc721:${contractOf(at)}/7`,
      network,
      standard: name(3),
      // An id without a visible character would be invalid. The NFT is shown by its number where
      // its name cannot be read.
      tokenId: displayText(name(2)) ? name(2) : '7',
      amount: 2n,
      address: contractOf(at),
      collection: name(1),
      name: name(0),
      description: names.join('\n'),
      image: name(0),
      traits: names.map((value, trait) => ({ name: name(trait), value })),
    }
  })
  const entries = names.map((_, at): ActivityEntry => {
    const name = from(at)
    return {
      id: `${at} ${name(0)}`,
      metadata: {
        minedAt: '2026-11-19T09:00:00Z',
        chain: network,
        operationType: name(0),
        status: 'confirmed',
        sentFrom: asWord(name(1), other),
        sentTo: asWord(name(2), other),
        hash: asWord(name(3), hashOf(0)),
      },
      transfers: names.flatMap(name => [
        {
          direction: 'in',
          fungible_info: { name, symbol: name, icon: { url: name } },
          quantity: { numeric: '1250.5' },
        },
        {
          direction: 'out',
          nft_info: { name, flags: { is_spam: false }, content: { preview: { url: name } } },
          quantity: { numeric: name },
        },
      ]),
    }
  })
  const [entry] = entries
  if (!entry) throw new RangeError('Hostile data needs at least one name.')
  const dialect = `${network.slice(0, network.indexOf(':'))}/transaction`
  const draft = { dialect, network, body: {} }
  const fee = {
    kind: 'native',
    amount: 350_000_000_000_000n,
    rate: { value: '3.1', unit: 'gwei' },
  } as const
  /** Swaps one to one, after an approval. */
  const quote = async ({
    from,
    amount,
    slippageBasisPoints,
    unlimited,
  }: SwapQuoteRequest): Promise<SwapQuote> => {
    const last = { kind: 'swap', draft } as const
    return {
      toAmount: amount,
      minimumReceived: amount - (amount * BigInt(slippageBasisPoints)) / 10_000n,
      steps:
        from === 'native'
          ? [last]
          : [
              {
                kind: 'approve',
                draft,
                approval: { token: from, spender: other, amount: unlimited ? 'unlimited' : amount },
              },
              last,
            ],
      cost: fee,
      providerFee: amount / 100n,
      simulated: true,
      expiresAt: Date.now() + 600_000,
    }
  }
  const ledger = definePlugin({
    id: 'gallery/hostile-data',
    setup(context) {
      let sent = 0
      const native: Token = {
        asset: 'native',
        network,
        name: from(2)(0),
        symbol: from(3)(0),
        decimals: 18,
      }
      const holdings = [native, ...tokens].map(token => ({ token, amount: 5n * unit }))
      context.handle(tokenBalancesEndpoint, async () => holdings, { id: 'gallery', rank: 'first' })
      context.handle(historyPageEndpoint, async () => ({ entries }), {
        id: 'gallery',
        rank: 'first',
      })
      context.handle(nftPageEndpoint, async () => ({ items: nftList }), {
        id: 'gallery',
        rank: 'first',
      })
      context.offer(balancesCapability, network, {
        native: async () => ({ token: native, amount: unit }),
        token: async () => tokenOf(names.length),
      })
      context.offer(transfersCapability, network, {
        prepare: async ({ amount }) => ({
          draft,
          fee,
          amount: amount === 'max' ? 1n : amount,
          // A chain plugin validates third-party texts before it returns them.
          warnings: names.map((name, at) =>
            message(`${at} ${name}`, '{name}', { name: displayText(name) ?? '' }),
          ),
        }),
      })
      context.offer(transactionsCapability, network, {
        dialects: [dialect],
        estimate: never,
        // The transfer and the approval; the swap itself is declined.
        send: async () =>
          sent < 2
            ? { hash: hashOf(sent++) }
            : Promise.reject(Object.assign(new TypeError(from(0)(0)), { code: 4001 })),
        confirm: async hash => (hash === hashOf(0) ? never() : { status: 'confirmed' }),
      })
      context.offer(
        swapQuotesCapability,
        network,
        { name: from(0)(0), dialect, quote, tokens: async () => tokens, revoke: async () => draft },
        { id: 'one' },
      )
      const refuse = () => Promise.reject(new RangeError(from(2)(0)))
      context.offer(
        swapQuotesCapability,
        network,
        { name: from(1)(0), dialect, quote: refuse },
        { id: 'other' },
      )
    },
  })
  return {
    plugins: [
      ledger,
      balances({ tokens }),
      nfts(),
      history(),
      receive(),
      transactionsPlugin(),
      send(),
      swap(),
    ],
    entry,
    transfer: { to: other, amount: '0.5', token: tokens[0] ?? tokenOf(0) },
    wanted: tokens[1] ?? { ...tokenOf(0), asset: 'native' },
    stray: contractOf(names.length),
    hash: hashOf(0),
  }
}
