import type { Chains } from '../../chains/open-chains.js'
import { Refusal } from '../../server/refusal.js'
import { countIn, list, maybeText, object, type Route, text, yesNo } from '../../server/route.js'
import type { NftPages } from './nft-pages.js'

const nft = object({
  id: text,
  chainId: text,
  standard: { type: 'string', enum: ['erc721', 'erc1155'] },
  contract: text,
  tokenId: text,
  amount: text,
  name: maybeText,
  description: maybeText,
  collection: object({ name: maybeText, symbol: maybeText }),
  image: maybeText,
  animation: maybeText,
  externalUrl: maybeText,
  attributes: list(object({ name: text, value: text })),
  metadata: { type: 'string', enum: ['known', 'missing', 'unreachable'] },
  isSpam: yesNo,
})

/** What an account has that is one of its kind. */
export function nftRoutes(pages: NftPages, chains: Chains): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/v1/account/:address/nfts',
      summary:
        'ERC-721 and ERC-1155 items of an account, newest receipt first; a page may be short of items that were sent on, while `next` leads further',
      query: {
        chainId: {
          description:
            'CAIP-2 of a chain that this server knows; items are listed on EVM chains that it indexes',
          required: true,
        },
        cursor: { description: 'The `next` of the page before' },
        limit: { description: 'Of a page, at most 100' },
      },
      answer: object({ data: list(nft), next: maybeText, isListed: yesNo }, ['isListed']),
      async handle({ path, query }) {
        const chain = chains.find(query('chainId') ?? '')
        const rpc =
          chain?.configuration.index && chain.id.startsWith('eip155:')
            ? chains.rpc(chain.id)
            : undefined
        if (!chain) throw new Refusal(400, 'chainId', 'This server does not know this chain.')
        // No refusal, which a browser writes into its console: a page asks this of every chain that
        // the server names.
        if (!rpc) return { data: [], next: null, isListed: false }
        const address = chain.readAddress(path('address'))
        if (address === undefined)
          throw new Refusal(400, 'address', 'This is no address of that chain.')
        const limit = countIn('limit', query('limit'), 30, 100)
        const page = await pages.read({
          chain: chain.id,
          rpc,
          address,
          cursor: query('cursor'),
          limit,
        })
        if (!page) throw new Refusal(400, 'cursor', 'This cursor is none of this server.')
        return page
      },
    },
  ]
}
