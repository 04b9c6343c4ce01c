import { CreateError } from '../errors.js'

/** What can be chosen of one thing: the id that is typed, and what people read. */
export interface Option {
  readonly id: string
  readonly label: string
}

export const frameworks = [
  { id: 'react', label: 'React with Vite' },
  { id: 'next', label: 'Next.js with the app router' },
  { id: 'vue', label: 'Vue 3 with Vite' },
  { id: 'html', label: 'HTML and a script, without a framework' },
] as const satisfies readonly Option[]
export type Framework = (typeof frameworks)[number]['id']

/** A plugin of an app: the code of its call, and what it imports. */
export interface PluginCode extends Option {
  readonly from: string
  readonly imports: readonly string[]
  readonly call: string
}

export const chains = [
  {
    id: 'eip155',
    label: 'Ethereum and Base',
    from: '@portico/plugin-eip155',
    imports: ['eip155', 'mainnet', 'base'],
    call: 'eip155({ networks: [mainnet, base] })',
  },
  {
    id: 'solana',
    label: 'Solana',
    from: '@portico/plugin-solana',
    imports: ['solana', 'solanaMainnet'],
    call: 'solana({ networks: [solanaMainnet] })',
  },
  {
    id: 'bip122',
    label: 'Bitcoin',
    from: '@portico/plugin-bip122',
    imports: ['bip122', 'bitcoin'],
    call: 'bip122({ networks: [bitcoin] })',
  },
  {
    id: 'polkadot',
    label: 'Polkadot',
    from: '@portico/plugin-polkadot',
    imports: ['polkadot', 'polkadotRelay'],
    call: 'polkadot({ networks: [polkadotRelay] })',
  },
] as const satisfies readonly PluginCode[]
export type ChainName = (typeof chains)[number]['id']

/** A feature: `needs` are plugins that it cannot do without. */
export interface Feature extends PluginCode {
  readonly needs?: readonly PluginCode[]
  /** The chains of which the app needs at least one. Default: any chain. */
  readonly chains?: readonly ChainName[]
}

const plain = (id: string, label: string, name = id): Feature => ({
  id,
  label,
  from: `@portico/plugin-${name}`,
  imports: [name],
  call: `${name}()`,
})
const transactions = plain('transactions', 'Following transactions')

export const features: readonly Feature[] = [
  plain('directory', 'A list of all wallets, for visitors who have none here'),
  {
    ...plain('walletconnect', 'Wallets on a phone, by WalletConnect (needs a project id)'),
    call: 'walletconnect({ projectId })',
  },
  { ...plain('safe', 'The Safe that frames the page'), chains: ['eip155'] },
  plain('balances', 'Tokens and what they are worth'),
  plain('nfts', 'NFTs'),
  plain('history', 'Activity of the account'),
  plain('receive', 'Receive'),
  { ...plain('send', 'Send'), needs: [transactions] },
  { ...plain('swap', 'Swap'), needs: [transactions], chains: ['eip155', 'solana'] },
  { ...plain('sign-in', 'Sign in with the wallet', 'siwx'), call: 'siwx({ required: false })' },
  plain('analytics', 'Events for your analytics'),
]

/** Where a swap gets its quotes, by chain. */
export const quotes: Readonly<Partial<Record<ChainName, PluginCode>>> = {
  eip155: {
    id: 'evm-quotes',
    label: 'Quotes of Uniswap',
    from: '@portico/plugin-swap/evm',
    imports: ['evmQuotes'],
    call: 'evmQuotes()',
  },
  solana: {
    id: 'jupiter-quotes',
    label: 'Quotes of Jupiter',
    from: '@portico/plugin-swap/jupiter',
    imports: ['jupiterQuotes'],
    call: 'jupiterQuotes()',
  },
}

export interface AppChoice {
  readonly framework: Framework
  /** At least one. The app begins with the first. */
  readonly chains: readonly ChainName[]
  readonly features: readonly string[]
  /** The project id of WalletConnect, where that was chosen. */
  readonly projectId: string
}

const listOf = (options: readonly Option[]) => options.map(({ id }) => id).join(', ')

/** One of the options by its id. Throws CreateError `UNKNOWN_CHOICE`. */
export function readOption<Chosen extends Option>(
  what: string,
  id: string,
  options: readonly Chosen[],
): Chosen {
  const found = options.find(option => option.id === id)
  if (found) return found
  throw new CreateError(
    'UNKNOWN_CHOICE',
    `There is no ${what} "${id}". Choose ${options.length > 1 ? 'from' : ''} ${listOf(options)}.`,
  )
}

/** Throws CreateError where the parts of an app do not fit together. */
export function checkChoice({ chains: chosen, features: names }: AppChoice): void {
  if (!chosen.length)
    throw new CreateError(
      'UNKNOWN_CHOICE',
      `An app needs a chain to connect to: --chains ${listOf(chains)}.`,
    )
  for (const name of names) {
    const { chains: possible, label } = readOption('feature', name, features)
    if (possible && !possible.some(chain => chosen.includes(chain)))
      throw new CreateError(
        'UNKNOWN_CHOICE',
        `"${name}" (${label}) works on ${possible.join(' and ')}: add one to --chains, or leave it out of --features.`,
      )
  }
}
