/**
 * Sign-in on each chain with each kind of wallet, against the reference server. Mock wallets
 * that sign with local keys, Portico's own relay and Anvil; what a browser adds is in the browser's
 * own tests.
 */
import {
  bitcoinAccounts,
  type Devnet,
  devAccounts,
  polkadotDevAccounts,
  solanaDevAccounts,
  startDevnet,
} from '@portico/devnet'
import { createKernel, memoryStorage, type Plugin } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeAccount, connectionService } from '@portico/kernel/session'
import { shellService } from '@portico/kernel/shell'
import {
  mockBitcoinWallet,
  mockEvmWallet,
  mockPolkadotWallet,
  mockSolanaWallet,
} from '@portico/mock-wallets'
import { account } from '@portico/plugin-account'
import { api } from '@portico/plugin-api'
import { bip122, bitcoin } from '@portico/plugin-bip122'
import { connection as connectionPlugin } from '@portico/plugin-connection'
import { eip155, mainnet } from '@portico/plugin-eip155'
import { polkadot, polkadotRelay } from '@portico/plugin-polkadot'
import { shell } from '@portico/plugin-shell'
import { siwx, siwxService, siwxSlice } from '@portico/plugin-siwx'
import { solana, solanaMainnet } from '@portico/plugin-solana'
import { pairingSlice, walletconnect } from '@portico/plugin-walletconnect'
import { createPocket, type Pocket } from '@portico/pocket'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  type ContractAccounts,
  contractAccounts,
} from '../../../plugins/features/siwx/test/contract-accounts.js'

const soon = { timeout: 20_000, interval: 10 }
const ethereum = mainnet.caipNetworkId
const networks = [
  ethereum,
  solanaMainnet.caipNetworkId,
  bitcoin.caipNetworkId,
  polkadotRelay.caipNetworkId,
] as const
const chainNames = { eip155: 'Ethereum', solana: 'Solana', bip122: 'Bitcoin', polkadot: 'Polkadot' }
type Namespace = keyof typeof chainNames
const namespaces = Object.keys(chainNames) as Namespace[]

let devnet: Devnet
let pocket: Pocket
let contracts: ContractAccounts
const rows: string[] = []
const ends: (() => unknown)[] = []

beforeAll(async () => {
  devnet = await startDevnet({ chains: [1], relay: true, backend: true })
  contracts = await contractAccounts(devnet.chain(1).url)
  pocket = await createPocket({
    relayUrl: devnet.relay().url,
    chains: Object.fromEntries(
      networks.map(network => [network, network === ethereum ? devnet.chain(1).url : '']),
    ),
    keys: {
      eip155: [devAccounts[5].privateKey],
      solana: [solanaDevAccounts[1].seed],
      bip122: [bitcoinAccounts[1].privateKey],
      polkadot: [polkadotDevAccounts[1].seed],
    },
    resendAfterMs: 1_000,
  })
}, 60_000)
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  await expect.poll(() => '_walletConnectCore_portico' in globalThis, soon).toBe(false)
  vi.unstubAllGlobals()
})
afterAll(async () => {
  await pocket?.stop()
  await devnet?.stop()
  process.stdout.write(
    `\n${['| chain | wallet | scheme | sign-in |', '| --- | --- | --- | --- |', ...rows].join('\n')}\n`,
  )
})

/** Keeps the cookies of a site, as a browser does and Node does not. */
function keepCookies(site: string) {
  const jar = new Map<string, string>()
  const fetchWithout = globalThis.fetch
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    if (new URL(input instanceof Request ? input.url : input).origin !== site)
      return fetchWithout(input, init)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(pair => pair.join('=')).join('; '))
    const response = await fetchWithout(input, { ...init, headers })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (name !== undefined && value !== undefined) jar.set(name, value)
    }
    return response
  })
}

/**
 * A page of the site at which the server answers: what a browser has of it, and the plugins of one
 * chain.
 */
async function visit(namespace: Namespace, inBrowser: boolean) {
  const { url } = devnet.backend()
  const { host, origin } = new URL(url)
  const window = Object.assign(new EventTarget(), {
    location: { host, hostname: '127.0.0.1', origin, href: `${origin}/`, protocol: 'http:' },
  })
  // Without one the library of WalletConnect knows that it is in Node.
  if (inBrowser) vi.stubGlobal('window', window)
  vi.stubGlobal('location', window.location)
  keepCookies(origin)
  const chains: Readonly<Record<Namespace, () => Plugin>> = {
    eip155: () => eip155({ networks: [{ ...mainnet, rpcUrls: [devnet.chain(1).url] }] }),
    solana: () => solana({ networks: [solanaMainnet] }),
    bip122: () => bip122({ networks: [bitcoin] }),
    polkadot: () => polkadot({ networks: [polkadotRelay] }),
  }
  const store = new Map<string, unknown>()
  const load = async () => {
    const { UniversalProvider } = await import('@walletconnect/universal-provider')
    const storage = {
      getKeys: async () => [...store.keys()],
      getEntries: async () => [...store.entries()],
      getItem: async (name: string) => structuredClone(store.get(name)),
      setItem: async (name: string, value: unknown) => void store.set(name, structuredClone(value)),
      removeItem: async (name: string) => void store.delete(name),
    }
    return {
      UniversalProvider: {
        init: (given: object) => UniversalProvider.init({ ...given, storage: storage as never }),
      },
    }
  }
  const errors: unknown[] = []
  const kernel = createKernel({
    storage: memoryStorage(),
    onError: error => void errors.push(error),
    plugins: [
      shell(),
      api(),
      connectionPlugin(),
      account(),
      chains[namespace](),
      siwx({ server: `${url}/auth`, statement: 'Read your notes.' }),
      walletconnect({ relayUrl: devnet.relay().url, load }),
    ],
  })
  await kernel.start()
  ends.push(() => kernel.dispose())
  const phase = () => kernel.state(siwxSlice).phase
  return {
    kernel,
    window: window as EventTarget,
    errors,
    /**
     * Connects as people do, reads the message, has it signed, and waits for what the server says.
     */
    async signIn(isWallet: (id: string) => boolean, approve?: () => Promise<void>) {
      kernel.use(shellService).open({ view: connectView })
      void kernel.use(connectionService).discover()
      const find = () => kernel.items(connectorsSlot).find(({ id }) => isWallet(id))
      await expect.poll(find, soon).toBeDefined()
      const connecting = kernel.use(connectionService).connect(find()?.id ?? '')
      await approve?.()
      await connecting
      await expect.poll(() => phase().name, soon).toBe('reading')
      await kernel.use(siwxService).sign()
      const [signedIn] = await kernel.use(siwxService).sessions()
      return { signedIn, address: activeAccount(kernel)?.address, errors }
    },
  }
}
/** What the table says of an attempt that ended well. */
function note(
  namespace: Namespace,
  kind: string,
  { signedIn, address, errors }: Awaited<ReturnType<Awaited<ReturnType<typeof visit>>['signIn']>>,
) {
  rows.push(
    `| ${chainNames[namespace]} | ${kind} | ${signedIn?.session?.scheme ?? '-'} | ${signedIn ? 'verified by the server' : `refused: ${errors}`} |`,
  )
  expect(errors).toEqual([])
  expect(signedIn).toMatchObject({
    address,
    network: networks.find(network => network.startsWith(namespace)),
  })
}

describe('sign-in by wallets of each namespace', () => {
  const inject: Readonly<Record<Namespace, (target: EventTarget) => unknown>> = {
    eip155: target =>
      mockEvmWallet({
        name: 'Fox',
        rdns: 'test.fox',
        accounts: [devAccounts[4].privateKey],
        chains: { 1: devnet.chain(1).url },
        target,
      }),
    solana: target =>
      mockSolanaWallet({
        namespace: 'solana',
        name: 'Glow',
        accounts: [solanaDevAccounts[0].seed],
        chains: { 'solana:mainnet': '' },
        target,
      }),
    bip122: target =>
      mockBitcoinWallet({
        namespace: 'bip122',
        name: 'Xverse',
        accounts: [bitcoinAccounts[0].privateKey],
        network: 'Mainnet',
        target,
      }),
    polkadot: target =>
      mockPolkadotWallet({
        namespace: 'polkadot',
        name: 'Talisman',
        accounts: [{ seed: polkadotDevAccounts[0].seed, name: 'Alice' }],
        target,
      }),
  }
  it.each(namespaces)('[D29f] [S4.34] a wallet of %s in the browser signs in', async namespace => {
    const page = await visit(namespace, true)
    inject[namespace](page.window)
    note(namespace, 'in the browser', await page.signIn(id => !id.includes('walletConnect')))
  })

  it.each(namespaces)(
    '[D29f] [S4.34] a wallet of %s on another device signs in',
    async namespace => {
      const page = await visit(namespace, false)
      const pair = async () => {
        const phase = () => page.kernel.state(pairingSlice).phase
        await expect.poll(() => phase().name, soon).toBe('offered')
        const now = phase()
        await pocket.pair(now.name === 'offered' ? now.uri : '')
      }
      note(
        namespace,
        'on another device',
        await page.signIn(id => id.includes('walletConnect'), pair),
      )
      await page.kernel.use(connectionService).disconnect()
      await expect.poll(() => pocket.sessions, soon).toEqual([])
    },
  )

  it.each(['stands', 'is still to be deployed'] as const)(
    '[D29f] [S4.34] a wallet whose contract %s signs in',
    async state => {
      const owner = privateKeyToAccount(
        state === 'stands' ? `0x${'33'.repeat(32)}` : `0x${'44'.repeat(32)}`,
      )
      if (state === 'stands') await contracts.deploy(owner.address)
      const page = await visit('eip155', true)
      announceContract(page.window, contracts.accountOf(owner.address), async text => {
        const signature = await owner.signMessage({ message: { raw: text } })
        return state === 'stands' ? signature : contracts.wrapped(owner.address, signature)
      })
      note(
        'eip155',
        state === 'stands' ? 'a contract (ERC-1271)' : 'a contract still to be deployed (ERC-6492)',
        await page.signIn(id => id === 'test.vault'),
      )
    },
  )
})

/** A wallet whose account is a contract: says its address, and signs by its owner. */
function announceContract(target: EventTarget, address: Hex, sign: (text: Hex) => Promise<Hex>) {
  const provider = {
    async request({
      method,
      params = [],
    }: {
      readonly method: string
      readonly params?: readonly unknown[]
    }): Promise<unknown> {
      if (method === 'eth_chainId') return '0x1'
      if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [address]
      if (method === 'personal_sign') return sign(params[0] as Hex)
      throw Object.assign(new TypeError(method), { code: 4200 })
    },
    on: () => provider,
    removeListener: () => provider,
  }
  const info = Object.freeze({
    uuid: '00000001-19fa-4704-a166-e52e178b59d2',
    name: 'Vault',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
    rdns: 'test.vault',
  })
  const announce = () =>
    target.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
}
