/** viem and ethers over a session, on local chains. */

import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { connectionService } from '@portico/kernel/session'
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { BrowserProvider, verifyMessage as verifyByEthers } from 'ethers'
import { createPublicClient, createWalletClient, custom, verifyMessage } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createPage, evmPlugin, type Visit, visit } from '../test/page.js'
import { eip1193Provider } from './eip1193.js'
import { ethersSigner } from './ethers.js'
import { viemWallet } from './viem.js'

const [ada, bob] = [devAccounts[0].address, devAccounts[1].address]

describe('libraries over a session', () => {
  let devnet: Devnet
  let wallet: MockEvmWallet
  let page: Visit
  beforeAll(async () => {
    devnet = await startDevnet({ chains: [1, 8453] })
  })
  afterAll(() => devnet.stop())
  afterEach(() => {
    page.leave()
    wallet.vanish()
    vi.unstubAllGlobals()
  })

  const start = () => {
    const urls = { 1: devnet.chain(1).url, 8453: devnet.chain(8453).url }
    wallet = mockEvmWallet({
      name: 'Fox',
      rdns: 'test.fox',
      accounts: [devAccounts[0].privateKey, devAccounts[1].privateKey],
      chains: { ...urls, 5: urls[1] },
      target: createPage(),
    })
    page = visit([evmPlugin(urls[1], urls[8453])])
  }
  const connected = async () => {
    start()
    await page.connect('test.fox')
  }
  const viemClient = () => {
    const { account, chain, provider } = viemWallet(page)
    return createWalletClient({ account, chain, transport: custom(provider) })
  }

  describe('a wallet client of viem', () => {
    it('signs and sends by the connected wallet', async () => {
      await connected()
      const client = viemClient()
      const signature = await client.signMessage({ message: 'hi' })
      expect(await verifyMessage({ address: ada, message: 'hi', signature })).toBe(true)
      const hash = await client.sendTransaction({ to: bob, value: 1n })
      const reader = createPublicClient({
        chain: client.chain,
        transport: custom(eip1193Provider(page)),
        pollingInterval: 50,
      })
      expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    })

    it('throws the error of viem when the person declines', async () => {
      await connected()
      wallet.policy = 'reject'
      await expect(viemClient().signMessage({ message: 'hi' })).rejects.toMatchObject({
        name: 'UserRejectedRequestError',
      })
    })

    it('names its use before connecting, after disconnecting, after another account was chosen, and on another network', async () => {
      start()
      expect(() => viemWallet(page)).toThrow('No eip155 wallet is connected')
      await page.connect('test.fox')
      const client = viemClient()
      wallet.setAccounts([devAccounts[1].privateKey])
      await expect
        .poll(() => client.signMessage({ message: 'hi' }).catch((error: unknown) => error))
        .toMatchObject({ cause: { reason: 'BRIDGE_ACCOUNT_GONE' } })
      wallet.switchChain(5)
      const reasonNow = () => {
        try {
          return viemWallet(page).chain.id
        } catch (error) {
          return (error as { reason?: string }).reason
        }
      }
      await expect.poll(reasonNow).toBe('BRIDGE_CHAIN_NOT_LISTED')
      await page.kernel.use(connectionService).disconnect()
      await expect(client.signMessage({ message: 'hi' })).rejects.toMatchObject({
        cause: { reason: 'BRIDGE_NOT_CONNECTED' },
      })
    })
  })

  describe('a signer of ethers', () => {
    it('signs and sends by the connected wallet', async () => {
      await connected()
      const signer = await ethersSigner(page, BrowserProvider)
      expect(await signer.getAddress()).toBe(ada)
      expect(verifyByEthers('hi', await signer.signMessage('hi'))).toBe(ada)
      const sent = await signer.sendTransaction({ to: bob, value: 1n })
      expect((await signer.provider.waitForTransaction(sent.hash))?.status).toBe(1)
      signer.provider.destroy()
    })

    it('follows the wallet to another network', async () => {
      await connected()
      const signer = await ethersSigner(page, BrowserProvider)
      await page.kernel.use(connectionService).switchNetwork('eip155:8453')
      // ethers keeps answers for a quarter of a second.
      await expect.poll(async () => (await signer.provider.getNetwork()).chainId).toBe(8453n)
      signer.provider.destroy()
    })

    it('throws the error of ethers when the person declines', async () => {
      await connected()
      const signer = await ethersSigner(page, BrowserProvider)
      wallet.policy = 'reject'
      await expect(signer.signMessage('hi')).rejects.toMatchObject({ code: 'ACTION_REJECTED' })
      signer.provider.destroy()
    })

    it('names its use before connecting and after disconnecting', async () => {
      start()
      await expect(ethersSigner(page, BrowserProvider)).rejects.toMatchObject({
        reason: 'BRIDGE_NOT_CONNECTED',
      })
      await page.connect('test.fox')
      const signer = await ethersSigner(page, BrowserProvider)
      await page.kernel.use(connectionService).disconnect()
      await expect(signer.signMessage('hi')).rejects.toThrow('No eip155 wallet is connected')
      signer.provider.destroy()
    })
  })
})
