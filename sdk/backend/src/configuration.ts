import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { BackendError } from './errors.js'

const text = v.pipe(v.string(), v.minLength(1))
const url = v.pipe(v.string(), v.url(), v.regex(/^https?:/, 'is no http address'))
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const decimals = v.pipe(count, v.maxValue(255))
const decimalText = v.pipe(
  v.string(),
  v.regex(/^\d+(\.\d+)?$/, 'is no decimal number such as "3150.25"'),
)
const caip2 = v.pipe(
  v.string(),
  v.regex(
    /^(eip155:\d{1,15}|solana:[1-9A-HJ-NP-Za-km-z]{32}|bip122:[0-9a-f]{32})$/,
    'is no CAIP-2 id of eip155, solana or bip122',
  ),
)
const evmAddress = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/, 'is no EVM address'))
const hexAddress = v.custom<`0x${string}`>(input => v.is(evmAddress, input), 'is no EVM address')
/** As it stands in the address of its pages; with `:*` any port. */
const siteName = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9.-]{1,253}(:(\d{1,5}|\*))?$/,
    'is no host such as app.example, localhost:5173 or localhost:*',
  ),
)
const currency = v.picklist(['btc', 'eth', 'usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'])

/**
 * As the public token-list schema names its members; `chainId` is that of the chain it stands in.
 */
const token = v.strictObject({
  address: text,
  name: text,
  symbol: text,
  decimals,
  logoURI: v.optional(url),
  /** Whether it has EIP-2612 permits. */
  permit: v.optional(v.boolean()),
})

const chain = v.strictObject({
  id: caip2,
  /** Endpoints in the order in which they are tried: JSON-RPC, or an Esplora API for bip122. */
  rpc: v.pipe(v.array(url), v.minLength(1)),
  native: v.optional(
    v.strictObject({ name: text, symbol: text, decimals, logoURI: v.optional(url) }),
  ),
  tokens: v.optional(v.array(token), []),
  /**
   * Where Uniswap v3 is (eip155), for what people exchange; the chains that it publishes its places
   * for need none. `stables`: tokens to pass through.
   */
  uniswap: v.optional(
    v.strictObject({
      router: hexAddress,
      quoter: hexAddress,
      factory: hexAddress,
      wrapped: hexAddress,
      stables: v.optional(v.array(hexAddress), []),
    }),
  ),
  /**
   * What is indexed (eip155; other chains have their history from their nodes): the accounts that
   * signed in or were requested within 30 days, the whole chain, or nothing.
   */
  index: v.optional(
    v.pipe(
      v.union(
        [v.picklist(['accounts', 'chain']), v.boolean()],
        'is none of accounts, chain, false',
      ),
      v.transform(index => (index === true ? 'accounts' : index)),
    ),
    'accounts',
  ),
  /**
   * The first block to index. `latest` stands for the first start when the whole chain is indexed,
   * and for `keepDays` when accounts are.
   */
  startBlock: v.optional(v.union([count, v.literal('latest')]), 'latest'),
  /** Older transactions are deleted from the index. */
  keepDays: v.optional(v.pipe(count, v.minValue(1), v.maxValue(36_600)), 400),
})

const price = v.strictObject({
  /** CAIP-10 of the token; the native coin has the address 0xeeee…eeee (eip155), or `native`. */
  asset: v.pipe(
    v.string(),
    v.regex(/^[a-z0-9]+:[-_a-zA-Z0-9]+:[-.%a-zA-Z0-9]+$/, 'is no CAIP-10 id'),
  ),
  currency,
  /** A fixed price, or a feed on chain that answers `latestRoundData()` and `decimals()`. */
  from: v.union([
    v.strictObject({ fixed: decimalText }),
    v.strictObject({
      feed: evmAddress,
      chain: caip2,
      /** Older answers are none. Seconds. */ maxAge: v.optional(count, 86_400),
    }),
  ]),
})

const configuration = v.strictObject({
  host: v.optional(text, '127.0.0.1'),
  port: v.optional(v.pipe(count, v.maxValue(65_535)), 8787),
  /** A file of SQLite (`file:…`), `:memory:`, or `postgres://…`. */
  database: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(file:.+|:memory:|postgres(ql)?:\/\/.+)$/,
        'is none of file:…, :memory:, postgres://…',
      ),
    ),
    'file:portico-backend.db',
  ),
  chains: v.optional(v.array(chain), []),
  /** Pages that may ask; `*` is any. `https://*.example.com` is any one label. */
  origins: v.optional(v.pipe(v.array(text), v.minLength(1)), ['*']),
  /** The project ids that are let in; without it any is, and none is needed. */
  projects: v.optional(v.array(text)),
  /** Per client and route; false turns it off. */
  rateLimit: v.optional(
    v.union([
      v.literal(false),
      v.strictObject({
        burst: v.pipe(count, v.minValue(1)),
        perSecond: v.pipe(v.number(), v.minValue(0.01)),
      }),
    ]),
    {
      burst: 100,
      perSecond: 10,
    },
  ),
  /** How many proxies stand before this server and write X-Forwarded-For. */
  trustedProxies: v.optional(count, 0),
  prices: v.optional(v.array(price), []),
  /** How often prices are stored for charts, and for how long. */
  priceHistory: v.optional(
    v.strictObject({
      everySeconds: v.optional(v.pipe(count, v.minValue(1), v.maxValue(86_400)), 300),
      keepDays: v.optional(v.pipe(count, v.minValue(1), v.maxValue(3_660)), 400),
    }),
    {},
  ),
  /** Where names are looked up. Without it there are none. */
  names: v.optional(
    v.strictObject({
      chain: caip2,
      universalResolver: v.optional(evmAddress, '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'),
    }),
  ),
  analytics: v.optional(
    v.strictObject({
      store: v.optional(v.boolean(), true),
      /** Whether the address of an account is kept where the page sent it. */
      keepAddresses: v.optional(v.boolean(), false),
      keepDays: v.optional(v.pipe(count, v.minValue(1)), 90),
      /** The oldest go first. */
      keepEvents: v.optional(v.pipe(count, v.minValue(1)), 1_000_000),
      /** About so many bytes of events are kept; the oldest go first. */
      keepBytes: v.optional(v.pipe(count, v.minValue(100_000)), 256_000_000),
    }),
    {},
  ),
  /** Where the documents of NFTs are fetched from. */
  nfts: v.optional(
    v.strictObject({
      /**
       * What stands for `ipfs://` and `ar://`, such as `https://ipfs.io/ipfs`. Without it these
       * documents are not fetched.
       */
      gateways: v.optional(v.strictObject({ ipfs: v.optional(url), ar: v.optional(url) }), {}),
      /**
       * Hosts (`host:port`) that may be asked though they are not of the public internet, or have
       * no https.
       */
      hosts: v.optional(v.array(text), []),
    }),
    {},
  ),
  /** Lets pages of these sites sign in with an account, at `/auth`. Without it they cannot. */
  signIn: v.optional(
    v.strictObject({
      domains: v.pipe(v.array(siteName), v.minLength(1)),
      /** Only accounts of these networks (CAIP-2). */
      networks: v.optional(
        v.pipe(
          v.array(
            v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'is no CAIP-2 id')),
          ),
          v.minLength(1),
        ),
      ),
      /** A session lasts so long at most; a message may say less. */
      keepDays: v.optional(v.pipe(count, v.minValue(1), v.maxValue(365)), 7),
      /**
       * Whether the cookie is for https alone. On `http://localhost` Chromium and Firefox accept
       * such a cookie, Safari does not.
       */
      secure: v.optional(v.boolean(), true),
    }),
  ),
  logLevel: v.optional(v.picklist(['debug', 'info', 'warn', 'error']), 'info'),
})

/** What a host writes: everything has a default. */
export type BackendOptions = v.InferInput<typeof configuration>
export type Configuration = v.InferOutput<typeof configuration>
export type ChainConfiguration = Configuration['chains'][number]
export type PriceConfiguration = v.InferOutput<typeof price>
export type Currency = v.InferOutput<typeof currency>
export const currencies: readonly Currency[] = currency.options

/**
 * Options with their defaults.
 *
 * @throws BackendError BAD_CONFIGURATION, with every part that makes no sense
 */
export function readConfiguration(options: unknown): Configuration {
  const { success, output, issues } = v.safeParse(configuration, options)
  if (!success) {
    const sentences = issues.map(
      issue => `  ${v.getDotPath(issue) ?? 'configuration'}: ${issue.message}`,
    )
    throw new BackendError(
      'BAD_CONFIGURATION',
      `The configuration makes no sense:\n${sentences.join('\n')}`,
    )
  }
  const ids = output.chains.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw new BackendError('BAD_CONFIGURATION', `The chain ${twice} stands there twice.`)
  for (const { chain } of [
    ...(output.names ? [output.names] : []),
    ...output.prices.flatMap(({ from }) => ('feed' in from ? [from] : [])),
  ]) {
    if (!ids.includes(chain) || !chain.startsWith('eip155:')) {
      throw new BackendError(
        'BAD_CONFIGURATION',
        `Names and feeds are read from an EVM chain of the list: ${chain} is none.`,
      )
    }
  }
  return output
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Options of a file (JSON) with what the environment says on top: PORTICO_BACKEND_HOST, _PORT,
 * _DATABASE, _ORIGINS and _PROJECTS (by commas), _LOG_LEVEL, and _RPC as
 * `eip155:1=https://…,https://… solana:5eyk…=https://…`, which adds chains or replaces their
 * endpoints.
 *
 * @throws BackendError BAD_CONFIGURATION for a file that cannot be read
 */
export function gatherOptions(file: string | undefined, environment: Environment): unknown {
  const written = file === undefined ? {} : readFile(file)
  const of = (name: string) => environment[`PORTICO_BACKEND_${name}`] || undefined
  const list = (value: string | undefined) => value?.split(',').map(part => part.trim())
  const said = {
    host: of('HOST'),
    port: of('PORT') === undefined ? undefined : Number(of('PORT')),
    database: of('DATABASE'),
    origins: list(of('ORIGINS')),
    projects: list(of('PROJECTS')),
    logLevel: of('LOG_LEVEL'),
  }
  const rpc = of('RPC')
  return {
    ...written,
    ...Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)),
    ...(rpc && { chains: withEndpoints(written.chains, rpc) }),
  }
}

function readFile(file: string): Readonly<Record<string, unknown>> {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return { ...read }
  } catch (cause) {
    throw new BackendError(
      'BAD_CONFIGURATION',
      `The configuration file ${file} cannot be read as JSON.`,
      { cause },
    )
  }
  throw new BackendError('BAD_CONFIGURATION', `The configuration file ${file} holds no object.`)
}

function withEndpoints(chains: unknown, rpc: string): readonly unknown[] {
  const known: readonly Readonly<Record<string, unknown>>[] = Array.isArray(chains) ? chains : []
  const said = rpc
    .split(/\s+/)
    .filter(Boolean)
    .map(part => {
      const at = part.indexOf('=')
      return { id: part.slice(0, at), rpc: part.slice(at + 1).split(',') }
    })
  const replaced = known.map(one => ({ ...one, ...said.find(({ id }) => id === one.id) }))
  return [...replaced, ...said.filter(({ id }) => !known.some(one => one.id === id))]
}
