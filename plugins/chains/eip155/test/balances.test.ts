import {
  type Devnet,
  devAccounts,
  type EvmChain,
  type FaultProxy,
  startDevnet,
} from '@portico/devnet'
import type { Account } from '@portico/kernel/account'
import {
  balancesCapability,
  transactionsCapability,
  transfersCapability,
} from '@portico/kernel/capabilities'
import type { AssetId, Token } from '@portico/kernel/chain'
import { eip155Transaction } from '@portico/kernel/chain'
import type { Connection } from '@portico/kernel/connector-kit'
import { connectionOf } from '@portico/kernel/testing'
import { type MockEvmWallet, mockEvmWallet } from '@portico/mock-wallets'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { defineEvmNetwork, eip155Wallet } from '../src/index.js'
import { type Bench, createPage, never, startBench, thrownBy } from './bench.js'
import { network, receiver, sender } from './on-chain-rig.js'

let devnet: Devnet
let chain: EvmChain
let proxy: FaultProxy
let bench: Bench
let wallet: MockEvmWallet
let via: Connection
let from: Account
const offer = <Capability>(
  ref: Parameters<typeof bench.kernel.capability<Capability>>[0],
): Capability => bench.kernel.capability(ref, network) as Capability
const dollar = (): AssetId => `eip155:1/erc20:${devnet.contracts.porticoDollar.address}`
const tokenOf = (asset: AssetId): Token => ({ asset, network, name: 'T', symbol: 'T', decimals: 6 })
beforeAll(async () => {
  devnet = await startDevnet({ chains: [1, 8453] })
  chain = devnet.chain(1)
  proxy = await devnet.proxy(1)
}, 30_000)
afterAll(() => devnet.stop())
beforeEach(async () => {
  proxy.set('ok')
  proxy.reset()
  const page = createPage()
  const batchAccount = { 1: devnet.contracts.batchAccount.address }
  const assets = {
    '0x1': [
      {
        address: 'native',
        balance: '0x10',
        type: 'native',
        metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      },
    ],
  }
  const chains = { 1: chain.url, 8453: devnet.chain(8453).url }
  wallet = mockEvmWallet({
    name: 'Fox',
    rdns: 'io.fox',
    accounts: devAccounts.slice(0, 2).map(one => one.privateKey),
    chains,
    target: page,
    batchAccount,
    assets,
  })
  const one = defineEvmNetwork({ chainId: 1, name: 'One', rpcUrls: [proxy.url, chain.url] })
  const two = defineEvmNetwork({ chainId: 8453, name: 'Two', rpcUrls: [devnet.chain(8453).url] })
  bench = await startBench({ networks: [one, two] }, page)
  const connector = await bench.connector('io.fox')
  const walletSession = await connector.connect({}, never())
  ;({ via, from } = connectionOf(walletSession, connector))
})
afterEach(() => bench.stop())

describe('balances and the rest of a wallet on a chain', () => {
  it("the native balance is the chain's", async () => {
    const balance = await offer(balancesCapability).native(from, network, never())
    expect(balance).toEqual({
      token: { asset: 'native', network, name: 'Ether', symbol: 'ETH', decimals: 18 },
      amount: await chain.balanceOf(sender),
    })
  })

  it('token balances come from one Multicall3 call, without addresses that are no token', async () => {
    const { address } = devnet.contracts.porticoDollar
    const known = [
      tokenOf(dollar()),
      tokenOf(`eip155:1/erc20:${receiver}`),
      tokenOf(`eip155:1/erc20:${devnet.contracts.multicall3.address}`),
      { ...tokenOf(dollar()), asset: 'native' as const },
      tokenOf('eip155:10/erc20:0x5FbDB2315678afecb367f032d93F642f64180aa3'),
    ]
    proxy.reset()
    const found = await offer(balancesCapability).tokens?.(from, network, known, never())
    expect(found).toEqual([
      { token: tokenOf(dollar()), amount: await chain.balanceOf(sender, address) },
    ])
    expect(proxy.calls.filter(call => call.method === 'eth_call')).toHaveLength(1)
  })

  it('500 token balances are read, each with its own amount', async () => {
    const known = Array.from({ length: 500 }, (_, index) =>
      tokenOf(
        index % 2
          ? dollar()
          : `eip155:1/erc20:0x${(index + 0x1000).toString(16).padStart(40, '0')}`,
      ),
    )
    const amount = await chain.balanceOf(sender, devnet.contracts.porticoDollar.address)
    const found = await offer(balancesCapability).tokens?.(from, network, known, never())
    expect(found).toHaveLength(250)
    expect(found?.every(one => one.amount === amount)).toBe(true)
  })

  it('token balances are read in one batch where there is no Multicall3', async () => {
    const snapshot = await devnet.snapshot()
    await chain.request('anvil_setCode', [devnet.contracts.multicall3.address, '0x'])
    proxy.reset()
    const found = await offer(balancesCapability).tokens?.(
      from,
      network,
      [tokenOf(dollar()), tokenOf(`eip155:1/erc20:${receiver}`)],
      never(),
    )
    expect(found).toEqual([
      {
        token: tokenOf(dollar()),
        amount: await chain.balanceOf(sender, devnet.contracts.porticoDollar.address),
      },
    ])
    expect(proxy.requests).toBe(2)
    await devnet.revert(snapshot)
  })

  it.each([
    'down',
    'html',
    '429',
    '503',
    'wrong-chain',
    'bad-hex',
    'partial',
    'shuffle',
    'extra',
  ] as const)(
    '[R5] [R7] [R8] [R9] an endpoint that is "%s" changes no value, because the next one is used',
    async mode => {
      proxy.set(mode)
      const beganAt = performance.now()
      const [native, tokens] = await Promise.all([
        offer(balancesCapability).native(from, network, never()),
        offer(balancesCapability).tokens?.(from, network, [tokenOf(dollar())], never()),
      ])
      expect(native.amount).toBe(await chain.balanceOf(sender))
      expect(tokens?.[0]?.amount).toBe(
        await chain.balanceOf(sender, devnet.contracts.porticoDollar.address),
      )
      expect(performance.now() - beganAt).toBeLessThan(1_000)
    },
  )

  it('[R6] an endpoint that stalls costs 3 s, once', async () => {
    proxy.set('stall')
    const beganAt = performance.now()
    await offer(balancesCapability).native(from, network, never())
    expect(performance.now() - beganAt).toBeGreaterThan(2_900)
    const again = performance.now()
    await offer(balancesCapability).native(from, network, never())
    expect(performance.now() - again).toBeLessThan(500)
  })

  it('[R23] sending a draft 20 times in 100 ms is one wallet request, and one transaction', async () => {
    const before = await chain.balanceOf(receiver)
    const { draft } = await offer(transfersCapability).prepare(
      { from, to: receiver, network, asset: 'native', amount: 7n, decimals: 18 },
      never(),
    )
    wallet.policy = { eth_sendTransaction: { delayMs: 150 } }
    const clicks = Array.from({ length: 20 }, (_, index) =>
      new Promise(resolve => setTimeout(resolve, index * 5)).then(() =>
        offer(transactionsCapability).send(via, from, draft, never()),
      ),
    )
    const hashes = await Promise.all(clicks)
    expect(new Set(hashes.map(one => one.hash)).size).toBe(1)
    expect(wallet.calls.filter(call => call.method === 'eth_sendTransaction')).toHaveLength(1)
    await expect
      .poll(async () => (await chain.balanceOf(receiver)) - before, { timeout: 5_000 })
      .toBe(7n)
  })

  it('[S35] nothing is sent when the wallet has switched to another chain since the draft was made', async () => {
    const { draft } = await offer(transfersCapability).prepare(
      { from, to: receiver, network, asset: 'native', amount: 7n, decimals: 18 },
      never(),
    )
    wallet.switchChain(8453)
    expect(
      await thrownBy(offer(transactionsCapability).send(via, from, draft, never())),
    ).toMatchObject({ code: 'WALLET_NETWORK' })
    expect(wallet.calls.some(call => call.method === 'eth_sendTransaction')).toBe(false)
  })

  it.each([
    undefined,
    null,
    42,
    '',
    '0x',
    '0x12',
    `0x${'g'.repeat(64)}`,
    `0x${'1'.repeat(65)}`,
    {},
    [`0x${'1'.repeat(64)}`],
    true,
    '<html>',
  ])('[S35] a hash of %j is rejected, and leaves the outcome unknown', async answer => {
    wallet.policy = { eth_sendTransaction: { answer } }
    const draft = eip155Transaction.draft(network, { to: receiver, value: 1n })
    expect(
      await thrownBy(offer(transactionsCapability).send(via, from, draft, never())),
    ).toMatchObject({ code: 'WALLET_OUTCOME' })
  })

  it('[S7.30] the wallet reports its capabilities', async () => {
    expect(await eip155Wallet(via).capabilities(sender)).toMatchObject({
      'eip155:1': { atomic: { status: expect.any(String) } },
    })
    expect(wallet.calls.at(-1)).toEqual({ method: 'wallet_getCapabilities', params: [sender] })
  })

  it("[S7.31] the wallet reports the account's assets", async () => {
    expect(await eip155Wallet(via).assets(sender, [network])).toEqual([
      { network, type: 'native', amount: 16n, name: 'Ether', symbol: 'ETH', decimals: 18 },
    ])
    expect(wallet.calls.at(-1)).toEqual({
      method: 'wallet_getAssets',
      params: [{ account: sender, chainFilter: ['0x1'] }],
    })
  })

  it('several calls are one wallet request, and their hashes are reported', async () => {
    const before = [
      await chain.balanceOf(receiver),
      await chain.balanceOf(devAccounts[3].address),
    ] as const
    const account = eip155Wallet(via)
    const { id } = await account.sendCalls({
      from: sender,
      network,
      atomic: true,
      calls: [
        { to: receiver, value: 3n },
        { to: devAccounts[3].address, value: 4n },
      ],
    })
    await expect
      .poll(async () => (await account.callsStatus(id)).status, { timeout: 5_000 })
      .toBe('confirmed')
    expect((await account.callsStatus(id)).hashes[0]).toMatch(/^0x[\da-f]{64}$/)
    expect([
      (await chain.balanceOf(receiver)) - before[0],
      (await chain.balanceOf(devAccounts[3].address)) - before[1],
    ]).toEqual([3n, 4n])
  })
})
