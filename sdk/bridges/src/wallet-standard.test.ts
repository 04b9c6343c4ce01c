import { solanaDevAccounts } from '@portico/devnet'
import { memoryStorage } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { connectionService } from '@portico/kernel/session'
import { type MockSolanaWallet, mockSolanaWallet, type SolanaQuirks } from '@portico/mock-wallets'
import { defineSolanaNetwork, solana } from '@portico/plugin-solana'
import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { getWallets } from '@wallet-standard/app'
import type { Wallet } from '@wallet-standard/base'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPage, type Visit, visit } from '../test/page.js'
import { registerSolanaWallet, type SessionWallet } from './wallet-standard.js'

const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
const localnet = defineSolanaNetwork({ genesisHash, name: 'Local', rpcUrls: ['http://localhost'] })
const [ada = '', bob = ''] = solanaDevAccounts.map(({ address }) => address)

/** A wallet-adapter over the session takes it for one of the extensions that it knows. */
type AdapterWallet = ConstructorParameters<typeof StandardWalletAdapter>[0]['wallet']

describe('the Solana session as a wallet of the Wallet Standard', () => {
  let lantern: MockSolanaWallet
  let storage = memoryStorage()
  const ends: (() => void)[] = []
  // The registry of @wallet-standard/app belongs to the window in which it was first pending for.
  let window: Window
  beforeAll(() => {
    window = createPage()
  })
  afterAll(() => void vi.unstubAllGlobals())
  afterEach(() => {
    for (const end of ends.splice(0)) end()
    lantern.vanish()
    storage = memoryStorage()
  })

  const open = () => {
    const page: Visit = visit([solana({ networks: [localnet] })], storage)
    ends.push(() => page.leave(), registerSolanaWallet(page))
    const listed = getWallets().get()
    const wallet = listed.findLast(({ name }) => name === 'Portico') as unknown as SessionWallet
    return { page, wallet }
  }
  const start = (quirks: SolanaQuirks = {}) => {
    lantern = mockSolanaWallet({
      namespace: 'solana',
      name: 'Lantern',
      accounts: solanaDevAccounts.slice(0, 2).map(({ seed }) => seed),
      chains: { 'solana:localnet': 'http://localhost' },
      target: window,
      remember: true,
      quirks,
    })
    return open()
  }
  const connected = async (quirks?: SolanaQuirks) => {
    const opened = start(quirks)
    await opened.page.connect('solana:Lantern')
    return opened
  }
  const transfer = () =>
    new Transaction({ feePayer: new PublicKey(ada), recentBlockhash: genesisHash }).add(
      SystemProgram.transfer({
        fromPubkey: new PublicKey(ada),
        toPubkey: new PublicKey(bob),
        lamports: 1,
      }),
    )

  it('the bridge wallet is listed with its clusters, and without accounts before a wallet is connected', () => {
    const { wallet } = start()
    expect(wallet satisfies Wallet).toMatchObject({ name: 'Portico', accounts: [] })
    expect(wallet.chains).toEqual(['solana:localnet'])
    expect(wallet.icon).toMatch(/^data:image\/svg/)
  })

  it('Portico does not list its own bridge wallet', async () => {
    const { page } = start()
    await page.start()
    await page.kernel.use(connectionService).discover()
    expect(page.kernel.items(connectorsSlot).map(({ name }) => name)).toEqual(['Lantern'])
  })

  it('connects by the modal, and silently by an earlier session', async () => {
    const { page, wallet } = start()
    const connect = wallet.features['standard:connect'].connect
    expect(await connect({ silent: true })).toEqual({ accounts: [] })
    expect(page.openings).toBe(0)
    const pending = connect()
    await expect.poll(() => page.openings).toBe(1)
    await page.connect('solana:Lantern')
    const { accounts } = await pending
    expect(accounts.map(({ address }) => address)).toEqual([ada, bob])
    expect(accounts[0]?.publicKey).toEqual(new PublicKey(ada).toBytes())
    expect(wallet.accounts).toBe(accounts)

    page.leave()
    const again = open()
    const silent = await again.wallet.features['standard:connect'].connect({ silent: true })
    expect(silent.accounts.map(({ address }) => address)).toEqual([ada, bob])
    expect(again.page.openings).toBe(0)
  })

  it('signs by wallet-adapter with web3.js 1, and passes on a decline', async () => {
    const { wallet } = await connected()
    // wallet-adapter works in pages only.
    vi.stubGlobal('document', {})
    const adapter = new StandardWalletAdapter({ wallet: wallet as unknown as AdapterWallet })
    vi.stubGlobal('document', undefined)
    await adapter.connect()
    expect(adapter.publicKey?.toBase58()).toBe(ada)
    const { signTransaction } = adapter as {
      signTransaction?: (transaction: Transaction) => Promise<Transaction>
    }
    if (!signTransaction) throw new RangeError('wallet-adapter sees no signing')
    const sign = signTransaction.bind(adapter)
    expect((await sign(transfer())).verifySignatures()).toBe(true)
    lantern.policy = 'reject'
    await expect(sign(transfer())).rejects.toMatchObject({
      error: { reason: 'BRIDGE_DECLINED', code: 4001 },
    })
    await adapter.disconnect()
    expect(wallet.accounts).toEqual([])
  })

  it('signs a message', async () => {
    const { wallet } = await connected()
    const [account] = wallet.accounts
    if (!account) throw new RangeError('no account')
    const message = new TextEncoder().encode('hi')
    const { signMessage } = wallet.features['solana:signMessage']
    const [signed] = await signMessage({ account, message })
    expect(signed?.signedMessage).toEqual(message)
    expect(signed?.signature.length).toBe(64)
  })

  it('names a method that the connected wallet lacks', async () => {
    const { wallet } = await connected({ lacks: ['solana:signMessage'] })
    const { signMessage } = wallet.features['solana:signMessage']
    await expect(
      signMessage({ account: { address: ada }, message: new Uint8Array(1) }),
    ).rejects.toMatchObject({ reason: 'BRIDGE_METHOD', code: 4200 })
  })

  it('tells listeners of the account that is selected, and of the end of the session', async () => {
    const { page, wallet } = start()
    const events: unknown[] = []
    const stop = wallet.features['standard:events'].on('change', ({ accounts = [] }) => {
      events.push(accounts.map(({ address }) => address))
    })
    await page.connect('solana:Lantern')
    lantern.switchAccount(1)
    await expect.poll(() => events.at(-1)).toEqual([bob, ada])
    await wallet.features['standard:disconnect'].disconnect()
    expect(events).toEqual([[ada, bob], [bob, ada], []])
    stop()
    await page.connect('solana:Lantern')
    expect(events.length).toBe(3)
  })

  it('names its use before connecting, for an account that is gone, and on a cluster that the app does not list', async () => {
    const { page, wallet } = start()
    const { signTransaction } = wallet.features['solana:signTransaction']
    const transaction = new Uint8Array(1)
    await expect(signTransaction({ account: { address: ada }, transaction })).rejects.toMatchObject(
      {
        reason: 'BRIDGE_NOT_CONNECTED',
      },
    )
    await page.connect('solana:Lantern')
    const gone = { account: { address: solanaDevAccounts[3]?.address ?? '' }, transaction }
    await expect(signTransaction(gone)).rejects.toMatchObject({ reason: 'BRIDGE_ACCOUNT_GONE' })
    await expect(
      signTransaction({ account: { address: ada }, transaction, chain: 'solana:mainnet' }),
    ).rejects.toMatchObject({ reason: 'BRIDGE_CHAIN_NOT_LISTED' })
  })

  it('the returned function withdraws the bridge wallet, and registering does nothing on a server', () => {
    const { wallet } = start()
    expect(getWallets().get()).toContain(wallet)
    for (const end of ends.splice(0)) end()
    expect(getWallets().get()).not.toContain(wallet)
    vi.unstubAllGlobals()
    const page = visit([solana({ networks: [localnet] })])
    ends.push(() => page.leave(), registerSolanaWallet(page))
    vi.stubGlobal('window', window)
    expect(getWallets().get()).not.toContain(wallet)
  })
})
