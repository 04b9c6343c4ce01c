import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { memoryStorage } from '@portico/kernel'
import { connectionService } from '@portico/kernel/session'
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPage, evmPlugin, type Visit, visit } from '../test/page.js'
import { eip1193Provider } from './eip1193.js'

const [ada, bob] = [devAccounts[0].address, devAccounts[1].address]
const fox = 'test.fox'

describe('the EIP-1193 provider', () => {
  let devnet: Devnet
  let wallet: MockEvmWallet
  let storage = memoryStorage()
  const visits: Visit[] = []
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1, 8453] })
  })
  afterAll(() => devnet.stop())
  afterEach(() => {
    for (const one of visits.splice(0)) one.leave()
    wallet?.vanish()
    storage = memoryStorage()
    vi.unstubAllGlobals()
  })

  const urlOf = (chainId: 1 | 8453) => devnet.chain(chainId).url
  const open = () => {
    const one = visit([evmPlugin(urlOf(1), urlOf(8453))], storage)
    visits.push(one)
    return { page: one, provider: eip1193Provider(one) }
  }
  const start = () => {
    wallet = mockEvmWallet({
      name: 'Fox',
      rdns: 'test.fox',
      accounts: [devAccounts[0].privateKey, devAccounts[1].privateKey],
      chains: { 1: urlOf(1), 8453: urlOf(8453), 5: urlOf(1) },
      target: createPage(),
      remember: true,
    })
    return open()
  }
  const connected = async () => {
    const opened = start()
    await opened.page.connect(fox)
    return opened
  }

  it('answers no account before a wallet is connected, and opens no prompt', async () => {
    const { page, provider } = start()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(page.openings).toBe(0)
    expect(wallet.calls).toEqual([])
  })

  it('opens the modal once for callers at the same time, and answers with the account that was connected there', async () => {
    const { page, provider } = start()
    const first = provider.request({ method: 'eth_requestAccounts' })
    const second = provider.request({ method: 'eth_requestAccounts' })
    await expect.poll(() => page.openings).toBe(1)
    await page.connect(fox)
    expect([await first, await second]).toEqual([
      [ada, bob],
      [ada, bob],
    ])
    expect(page.openings).toBe(1)
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([ada, bob])
    expect(page.openings).toBe(1)
  })

  it('rejects with 4001 when the person closes the modal', async () => {
    const { page, provider } = start()
    const pending = provider.request({ method: 'eth_requestAccounts' })
    await expect.poll(() => page.openings).toBe(1)
    page.close()
    await expect(pending).rejects.toMatchObject({
      reason: 'BRIDGE_DECLINED',
      code: 4001,
      message: 'No wallet was connected.',
    })
  })

  it('answers with the account of an earlier visit after a reload, without a request to the person', async () => {
    const { page } = await connected()
    page.leave()
    const before = wallet.calls.length
    const { page: again, provider } = open()
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([ada, bob])
    expect(again.openings).toBe(0)
    expect(wallet.calls.slice(before).map(({ method }) => method)).not.toContain(
      'eth_requestAccounts',
    )
  })

  it('sends requests for a signature to the wallet', async () => {
    const { provider } = await connected()
    const signature = await provider.request({
      method: 'personal_sign',
      params: ['0x6869', ada],
    })
    expect(signature).toMatch(/^0x[\da-f]{130}$/)
  })

  it('rejects with 4001 when the person declines a signature', async () => {
    const { provider } = await connected()
    wallet.policy = { personal_sign: 'reject' }
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x6869', ada] }),
    ).rejects.toMatchObject({
      reason: 'BRIDGE_DECLINED',
      code: 4001,
      message: 'You declined this in the wallet.',
    })
  })

  it('sends a transaction by the wallet, and reads its receipt from the node', async () => {
    const { provider } = await connected()
    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from: ada, to: bob, value: '0x1' }],
    })
    const receipt = () => provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })
    await expect.poll(receipt, { timeout: 5_000 }).toMatchObject({ status: '0x1' })
  })

  it('reads from the nodes of the app, also before a wallet is connected', async () => {
    const { provider } = start()
    const balance = await provider.request({
      method: 'eth_getBalance',
      params: [ada, 'latest'],
    })
    expect(BigInt(balance)).toBeGreaterThan(0n)
    expect(wallet.calls).toEqual([])
    const receipt = await provider.request({
      method: 'eth_getTransactionReceipt',
      params: [`0x${'1'.repeat(64)}`],
    })
    expect(receipt).toBeNull()
  })

  it('passes on the code and the words with which a node refuses', async () => {
    const { provider } = start()
    await expect(
      provider.request({ method: 'eth_noSuchMethod', params: [] }),
    ).rejects.toMatchObject({ reason: 'BRIDGE_NODE_REFUSED', code: -32601 })
  })

  it('switches the wallet to a network of the app, and emits chainChanged', async () => {
    const { provider } = await connected()
    const changed = vi.fn()
    provider.on('chainChanged', changed)
    await provider.request({
      method: 'wallet_switchEthereumChain',
      params: [{ chainId: '0x2105' }],
    })
    expect(wallet.chainId).toBe(8453)
    expect(changed.mock.calls).toEqual([['0x2105']])
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2105')
    expect(await provider.request({ method: 'net_version' })).toBe('8453')
  })

  it('rejects with 4902 for a network that the app does not list', async () => {
    const { provider } = await connected()
    for (const method of ['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
      await expect(
        provider.request({ method, params: [{ chainId: '0x5' }] }),
      ).rejects.toMatchObject({ reason: 'BRIDGE_CHAIN_NOT_LISTED', code: 4902 })
    expect(wallet.chainId).toBe(1)
  })

  it('neither reads nor sends while the wallet is on a network that the app does not list', async () => {
    const { provider } = await connected()
    wallet.switchChain(5)
    await expect.poll(() => provider.request({ method: 'eth_chainId' })).toBe('0x5')
    const unlisted = { reason: 'BRIDGE_CHAIN_NOT_LISTED', code: 4901 }
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject(unlisted)
    await expect(
      provider.request({ method: 'eth_sendTransaction', params: [{ from: ada, to: bob }] }),
    ).rejects.toMatchObject(unlisted)
  })

  it('names the mistake of a request for a signature before a wallet is connected', async () => {
    const { provider } = start()
    await expect(
      provider.request({ method: 'personal_sign', params: ['0x6869', ada] }),
    ).rejects.toMatchObject({ reason: 'BRIDGE_NOT_CONNECTED', code: 4100 })
  })

  it('names the mistake of a request for an account that is not connected', async () => {
    const { provider } = await connected()
    const other = devAccounts[5].address
    const gone = { reason: 'BRIDGE_ACCOUNT_GONE', code: 4100 }
    for (const [method, params] of [
      ['personal_sign', ['0x6869', other]],
      ['eth_signTypedData_v4', [other, '{}']],
      ['eth_sendTransaction', [{ from: other, to: bob }]],
    ] as const)
      await expect(provider.request({ method, params })).rejects.toMatchObject(gone)
  })

  it('emits the account that the person selects in the wallet', async () => {
    const { provider } = await connected()
    const changed = vi.fn()
    provider.on('accountsChanged', changed)
    wallet.switchAccount(1)
    await expect.poll(() => changed.mock.calls.at(-1)).toEqual([[bob, ada]])
  })

  it('emits connect, and disconnect with 4900, also when the wallet disconnects', async () => {
    const { page, provider } = start()
    const events: unknown[] = []
    provider.on('connect', ({ chainId }) => void events.push(['connect', chainId]))
    provider.on('accountsChanged', accounts => void events.push(accounts))
    provider.on(
      'disconnect',
      error => void events.push((error as unknown as { code: number }).code),
    )
    await page.connect(fox)
    await page.kernel.use(connectionService).disconnect()
    expect(events).toEqual([['connect', '0x1'], [ada, bob], [], 4900])
    await page.connect(fox)
    events.splice(0)
    wallet.disconnect()
    await expect.poll(() => events).toEqual([[], 4900])
  })

  it('emits nothing to a listener that was removed', async () => {
    const { page, provider } = start()
    const listener = vi.fn()
    provider.on('accountsChanged', listener)
    provider.removeListener('accountsChanged', listener)
    await page.connect(fox)
    expect(listener).not.toHaveBeenCalled()
  })

  it('calls every listener, also after one that throws, and reports what it threw', async () => {
    const { page, provider } = start()
    const failure = new Error('listener')
    const listener = vi.fn()
    provider.on('connect', () => {
      throw failure
    })
    provider.on('connect', listener)
    await page.connect(fox)
    expect(listener).toHaveBeenCalledOnce()
    expect(page.reported).toEqual([failure])
  })

  it('disconnects the session when the page revokes its permission', async () => {
    const { provider } = await connected()
    expect(await provider.request({ method: 'wallet_getPermissions' })).toMatchObject([
      { parentCapability: 'eth_accounts' },
    ])
    await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(wallet.isConnected).toBe(false)
    expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
  })

  it('names a request without a method, a subscription, and a Portico that is missing', async () => {
    const { provider } = start()
    await expect(provider.request({} as never)).rejects.toMatchObject({ reason: 'BRIDGE_ARGUMENT' })
    await expect(provider.request({ method: 'eth_subscribe' })).rejects.toMatchObject({
      reason: 'BRIDGE_METHOD',
      code: 4200,
    })
    expect(() => eip1193Provider(undefined as never)).toThrow('createPortico()')
  })

  it('names the missing plugin of a Portico without EVM networks', async () => {
    const page = visit([])
    visits.push(page)
    await expect(eip1193Provider(page).request({ method: 'eth_accounts' })).rejects.toMatchObject({
      reason: 'BRIDGE_NO_CHAIN_PLUGIN',
    })
  })
})
