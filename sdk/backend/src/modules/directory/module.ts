import { Refusal } from '../../server/refusal.js'
import {
  countIn,
  list,
  listIn,
  maybeText,
  number,
  object,
  type Route,
  text,
  yesNo,
} from '../../server/route.js'
import { defineModule } from '../module.js'
import { openWalletDirectory, type WalletDirectory } from './wallets.js'

const wallet = object({
  id: text,
  name: text,
  homepage: maybeText,
  chains: list(text),
  mobile_link: maybeText,
  desktop_link: maybeText,
  webapp_link: maybeText,
  app_store: maybeText,
  play_store: maybeText,
  chrome_store: maybeText,
  rdns: maybeText,
  injected: { oneOf: [list(object({ namespace: text, injected_id: text })), { type: 'null' }] },
  order: number,
  badge_type: { type: 'string', enum: ['none', 'certified'] },
})

/**
 * The wallet directory, and what else clients of a hosted one ask: an own server has no plans and
 * switches nothing.
 */
function directoryRoutes(directory: WalletDirectory, origins: readonly string[]): readonly Route[] {
  return [
    {
      method: 'get',
      path: '/getWallets',
      summary: 'Wallets, page by page; `count` is that of all pages',
      query: {
        page: { description: 'From 1' },
        entries: { description: 'Of a page, at most 500' },
        search: { description: 'A part of the name' },
        chains: { description: 'CAIP-2 ids, by commas: wallets of at least one of them' },
        include: { description: 'Ids, by commas: these alone' },
        exclude: { description: 'Ids, by commas: not these' },
        names: { description: 'Names, by commas: these alone' },
        rdns: { description: 'Reverse domain names (EIP-6963), by commas: these alone' },
        badge_type: { description: '`certified`: nobody certifies wallets here' },
        badge: { description: 'The same' },
      },
      answer: object({ data: list(wallet), count: number }),
      keepSeconds: 3_600,
      handle({ query }) {
        return directory.find({
          page: countIn('page', query('page'), 1, 100_000),
          entries: countIn('entries', query('entries'), 40, 500),
          search: query('search'),
          chains: listIn(query('chains')),
          include: listIn(query('include')),
          exclude: listIn(query('exclude')),
          names: listIn(query('names')),
          rdns: listIn(query('rdns')),
          isCertified: query('badge_type') === 'certified' || query('badge') === 'certified',
        })
      },
    },
    ...[
      '/getWalletImage/:image',
      '/public/getAssetImage/:image',
      '/public/getCurrencyImage/:image',
      '/public/getTokenImage/:image',
    ].map(
      (path): Route => ({
        method: 'get',
        path,
        summary: 'Images: this server has none, clients bring their own',
        answer: { type: 'string', format: 'binary' },
        handle: () => {
          throw new Refusal(404, 'image', 'This server has no images.')
        },
      }),
    ),
    {
      method: 'get',
      path: '/appkit/v1/config',
      summary: 'Remote switches: none, what the host configured holds',
      answer: object({ features: { type: 'null' } }),
      keepSeconds: 3_600,
      handle: () => ({ features: null }),
    },
    {
      method: 'get',
      path: '/appkit/v1/project-limits',
      summary: 'Limits of a plan: none',
      answer: object({
        planLimits: object({ tier: text, isAboveRpcLimit: yesNo, isAboveMauLimit: yesNo }),
      }),
      keepSeconds: 3_600,
      handle: () => ({
        planLimits: { tier: 'pro', isAboveRpcLimit: false, isAboveMauLimit: false },
      }),
    },
    {
      method: 'get',
      path: '/projects/v1/origins',
      summary: 'The pages that may ask; none named means any',
      answer: object({ allowedOrigins: list(text) }),
      handle: () => ({ allowedOrigins: origins.includes('*') ? [] : origins }),
    },
  ]
}

/** The wallet directory. */
export const directory = defineModule({
  name: 'directory',
  setup: ({ options }) => ({ routes: directoryRoutes(openWalletDirectory(), options.origins) }),
})
