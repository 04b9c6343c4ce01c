import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { BackendError } from './errors.js'
import { caip2, count, decimals, hexAddress, text, url } from './option-schemas.js'

const roles = ['api', 'indexer', 'worker'] as const

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

/** The options of the base. Modules add their own. */
const baseOptions = {
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
  /** The largest size of a SQLite file in bytes. Beyond it, writes are refused with 503. */
  maxDatabaseBytes: v.optional(v.pipe(count, v.minValue(1_000_000))),
  /** What this process does. More than one process needs PostgreSQL. */
  roles: v.optional(v.pipe(v.array(v.picklist(roles)), v.minLength(1)), [...roles]),
  /** `redis://…`: caches and rate limits that several processes share. */
  redis: v.optional(v.pipe(v.string(), v.regex(/^rediss?:\/\/.+/, 'is no redis:// address'))),
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
  /** Where Prometheus reads `/metrics`. Without it there are none. */
  metrics: v.optional(
    v.strictObject({
      host: v.optional(text, '127.0.0.1'),
      port: v.pipe(count, v.maxValue(65_535)),
    }),
  ),
  /** A network whose index is further behind than this is not ready. */
  maxLagBlocks: v.optional(count, 100),
  /** How long a stop waits for open requests and jobs. */
  stopSeconds: v.optional(v.pipe(count, v.minValue(1), v.maxValue(600)), 10),
  logLevel: v.optional(v.picklist(['debug', 'info', 'warn', 'error']), 'info'),
}

const baseSchema = v.strictObject(baseOptions)
export type BaseOptions = v.InferInput<typeof baseSchema>
/** The options of the base with their defaults. */
export type Configuration = v.InferOutput<typeof baseSchema>
export type ChainConfiguration = Configuration['chains'][number]

/** What a module adds to the configuration: entries of its schema, and a check across options. */
export interface OptionsPart {
  readonly options?: v.ObjectEntries
  /** Returns a sentence when the options contradict each other or the chains. */
  check?(options: never, chains: Configuration['chains']): string | undefined
}

/**
 * Validates options of the base and of the modules, and adds defaults.
 *
 * @throws BackendError BAD_CONFIGURATION, with each invalid option
 */
export function readConfiguration(
  options: unknown,
  parts: readonly OptionsPart[],
): Configuration & Readonly<Record<string, unknown>> {
  const { success, output, issues } = v.safeParse(schemaOf(parts), options)
  if (!success) {
    const sentences = issues.map(
      issue => `  ${v.getDotPath(issue) ?? 'configuration'}: ${issue.message}`,
    )
    throw invalid(`The configuration is invalid:\n${sentences.join('\n')}`)
  }
  const read = output as Configuration & Readonly<Record<string, unknown>>
  const ids = read.chains.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice) throw invalid(`The chain ${twice} is configured twice.`)
  if (read.roles.length < roles.length && !/^postgres/.test(read.database))
    throw invalid('Several processes share one database: with `roles`, use postgres://…')
  for (const part of parts) {
    const problem = part.check?.(read as never, read.chains)
    if (problem) throw invalid(problem)
  }
  return read
}

const schemaOf = (parts: readonly OptionsPart[]) =>
  v.strictObject({
    ...baseOptions,
    ...Object.assign({}, ...parts.map(({ options }) => options)),
  } as v.ObjectEntries)

const invalid = (message: string) => new BackendError('BAD_CONFIGURATION', message)

type Environment = Readonly<Record<string, string | undefined>>
const prefix = 'PORTICO_BACKEND_'

/**
 * Reads options from a JSON file and from the environment, which wins.
 *
 * Each option has a variable: `logLevel` is PORTICO_BACKEND_LOG_LEVEL. A list may be written with
 * commas, anything else that is not text as JSON. PORTICO_BACKEND_RPC adds chains or replaces their
 * endpoints: `eip155:1=https://…,https://… solana:5eyk…=https://…`.
 *
 * @throws BackendError BAD_CONFIGURATION for an unreadable file or an unknown variable
 */
export function gatherOptions(
  file: string | undefined,
  environment: Environment,
  parts: readonly OptionsPart[],
): Readonly<Record<string, unknown>> {
  const written = file === undefined ? {} : readFile(file)
  const { entries } = schemaOf(parts)
  const found: Record<string, unknown> = {}
  let rpc: string | undefined
  for (const [variable, value] of Object.entries(environment)) {
    if (!variable.startsWith(prefix) || !value) continue
    const name = camelCase(variable.slice(prefix.length))
    if (name === 'rpc') rpc = value
    else if (Object.hasOwn(entries, name)) found[name] = parseValue(value, entries[name])
    else if (name !== 'config') throw invalid(`There is no option for ${variable}.`)
  }
  return { ...written, ...found, ...(rpc && { chains: withEndpoints(written.chains, rpc) }) }
}

const camelCase = (name: string) =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

function parseValue(value: string, schema: unknown): unknown {
  try {
    const read: unknown = JSON.parse(value)
    if (typeof read !== 'string') return read
  } catch {
    // Text without quotes.
  }
  return isList(schema) ? value.split(',').map(part => part.trim()) : value
}

const isList = (schema: unknown): boolean => {
  const { type, wrapped } = schema as { readonly type: string; readonly wrapped?: unknown }
  return type === 'array' || (wrapped !== undefined && isList(wrapped))
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
