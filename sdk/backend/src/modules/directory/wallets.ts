import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as v from 'valibot'

/** A wallet as the explorer API writes it. */
export interface WireWallet {
  readonly id: string
  readonly name: string
  readonly homepage: string | null
  readonly chains: readonly string[]
  readonly mobile_link: string | null
  readonly desktop_link: string | null
  readonly webapp_link: string | null
  readonly app_store: string | null
  readonly play_store: string | null
  readonly chrome_store: string | null
  readonly rdns: string | null
  readonly injected: readonly { readonly namespace: string; readonly injected_id: string }[] | null
  readonly order: number
  readonly badge_type: 'none'
}
export interface WalletAsk {
  readonly page: number
  readonly entries: number
  readonly search?: string | undefined
  readonly chains: readonly string[]
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly names: readonly string[]
  readonly rdns: readonly string[]
  readonly isCertified: boolean
}
export interface WalletDirectory {
  /** `count` is that of all pages together. */
  find(ask: WalletAsk): { readonly data: readonly WireWallet[]; readonly count: number }
}

const link = v.optional(
  v.object({ native: v.optional(v.string()), universal: v.optional(v.string()) }),
)
const file = v.object({
  wallets: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      rdns: v.optional(v.string()),
      namespaces: v.array(v.string()),
      homepage: v.optional(v.string()),
      mobile: link,
      desktop: link,
      web: v.optional(v.string()),
      injected: v.optional(v.record(v.string(), v.string())),
      stores: v.optional(
        v.object({
          ios: v.optional(v.string()),
          android: v.optional(v.string()),
          chrome: v.optional(v.string()),
        }),
      ),
    }),
  ),
})
type Listed = v.InferOutput<typeof file>['wallets'][number]

/**
 * The ids that hosts may have in their lists: those of the public directory, where they are widely
 * published.
 */
const publishedIds: Readonly<Record<string, string>> = {
  metamask: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96',
  trust: '4622a2b2d6af1c9844944291e5e7351a6aa24cd7b23099efac1b2fd875da31a0',
  coinbase: 'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
  safe: '225affb176778569276e484e1b92637ad061b01e13a048b35a9d280c3b58970f',
  ledger: '19177a98252e07ddfc9af2083ba8e07ef627cb6103467ffebb3f8f4205fd7927',
  okx: '971e689d0a5be527bac79629b4ee9b925e82208e5168b733496a09c0faed0709',
  phantom: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
  solflare: '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79',
  backpack: '2bd8c14e035c2d48f184aaa168559e86b0e3433228d3c4075900a221785019b0',
  bitget: '38f5d18bd8522c244bdd70cb4a68e0e718865155811c043f052fb9f1c51de662',
  xverse: '2a87d74ae02e10bdd1f51f7ce6c4e1cc53cd5f2c0b6b5ad0d7b3007d2b13de7b',
  leather: '483afe1df1df63daf313109971ff3ef8356ddf1cc4e45877d205eee0b7893a13',
  'magic-eden': '8b830a2b724a9c3fbab63af6f55ed29c9dfa8a55e732dc88c80a196a2ba136c6',
  binance: '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25',
  coin98: '2a3c89040ac3b723a1972a33a125b1db11e258a6975d3a61252cd64e6ea5ea01',
  frontier: '85db431492aa2e8672e93f4ea7acf10c88b97b867b0d373107af63dc4880f041',
}
const mainNetworks: Readonly<Record<string, string>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}
const idOf = (slug: string): string =>
  publishedIds[slug] ?? createHash('sha256').update(`portico ${slug}`).digest('hex')

/** The wallets of `@portico/plugin-directory`. */
export function openWalletDirectory(): WalletDirectory {
  const path = createRequire(import.meta.url).resolve('@portico/plugin-directory/wallets.json')
  const { wallets } = v.parse(file, JSON.parse(readFileSync(path, 'utf8')))
  const known = wallets.map((wallet, order) => ({
    wallet,
    order,
    id: idOf(wallet.id),
    lower: wallet.name.toLowerCase(),
  }))

  return {
    find({ page, entries, search, chains, include, exclude, names, rdns, isCertified }) {
      const namespaces = new Set(chains.map(chain => chain.split(':', 1)[0] ?? ''))
      const isNamed = names.length + rdns.length > 0
      const found = known.filter(
        ({ wallet, id, lower }) =>
          (chains.length === 0 || wallet.namespaces.some(namespace => namespaces.has(namespace))) &&
          (include.length === 0 || include.includes(id)) &&
          !exclude.includes(id) &&
          (!search || lower.includes(search.trim().toLowerCase())) &&
          (!isNamed ||
            names.includes(wallet.name) ||
            (wallet.rdns !== undefined && rdns.includes(wallet.rdns))) &&
          // No service certifies wallets here. Where they are requested by name, the badge does not
          // matter.
          (!isCertified || isNamed),
      )
      return {
        data: found.slice((page - 1) * entries, page * entries).map(one => written(one, chains)),
        count: found.length,
      }
    },
  }
}

function written(
  { wallet, id, order }: { readonly wallet: Listed; readonly id: string; readonly order: number },
  requested: readonly string[],
): WireWallet {
  const { name, namespaces, homepage, mobile, desktop, web, injected, stores, rdns } = wallet
  // What was asked for where it fits: clients drop a wallet whose networks are none of theirs.
  const chains =
    requested.length > 0
      ? requested.filter(chain => namespaces.includes(chain.split(':', 1)[0] ?? ''))
      : namespaces.flatMap(one => mainNetworks[one] ?? [])
  return {
    id,
    name,
    homepage: homepage ?? null,
    chains,
    mobile_link: mobile?.native ?? mobile?.universal ?? null,
    desktop_link: desktop?.native ?? desktop?.universal ?? null,
    webapp_link: web ?? null,
    app_store: stores?.ios ? `https://apps.apple.com/app/id${stores.ios}` : null,
    play_store: stores?.android
      ? `https://play.google.com/store/apps/details?id=${stores.android}`
      : null,
    chrome_store: stores?.chrome
      ? `https://chromewebstore.google.com/detail/${stores.chrome}`
      : null,
    rdns: rdns ?? null,
    injected: injected
      ? Object.entries(injected).map(([namespace, injected_id]) => ({ namespace, injected_id }))
      : null,
    order,
    badge_type: 'none',
  }
}
