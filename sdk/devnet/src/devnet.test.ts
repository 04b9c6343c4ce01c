import { createServer } from 'node:net'
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  decodeErrorResult,
  erc20Abi,
  getAddress,
  http,
  parseEther,
  parseSignature,
  webSocket,
} from 'viem'
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { base, mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isAlive } from '../test/is-alive.js'
import {
  contracts,
  type Devnet,
  DevnetError,
  devAccounts,
  devMnemonic,
  startDevnet,
  startingDollars,
} from './index.js'

const { porticoDollar, batchAccount, multicall3 } = contracts
const [ada, bob, carol] = devAccounts

const isFree = (port: number) =>
  new Promise<boolean>(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const portOf = (url: string) => Number(new URL(url).port)

describe('the devnet', () => {
  let devnet: Devnet
  beforeAll(async () => {
    devnet = await startDevnet()
  })
  afterAll(() => devnet.stop())

  const clients = (chainId: 1 | 8453) => {
    const chain = chainId === 1 ? mainnet : base
    const transport = http(devnet.chain(chainId).url)
    return {
      reader: createPublicClient({ chain, transport, pollingInterval: 20 }),
      as: (key: `0x${string}`) =>
        createWalletClient({ account: privateKeyToAccount(key), chain, transport }),
    }
  }

  it('starts two chains with ids 1 and 8453 within three seconds', async () => {
    expect(devnet.startedInMs).toBeLessThan(3_000)
    expect(devnet.chains.map(chain => chain.id)).toEqual(['eip155:1', 'eip155:8453'])
    for (const chain of devnet.chains)
      expect(await chain.request('eth_chainId')).toBe(`0x${chain.chainId.toString(16)}`)
  })

  it('listens on 127.0.0.1 only', () => {
    for (const chain of devnet.chains) expect(new URL(chain.url).hostname).toBe('127.0.0.1')
  })

  it('derives its public test keys from the public test phrase', () => {
    const derived = devAccounts.map(
      (_, addressIndex) => mnemonicToAccount(devMnemonic, { addressIndex }).address,
    )
    expect(devAccounts.map(account => account.address)).toEqual(derived)
    expect(devAccounts.map(account => privateKeyToAccount(account.privateKey).address)).toEqual(
      derived,
    )
  })

  it('funds every account with ether and dollars, and leaves their nonces at 0', async () => {
    for (const chain of devnet.chains) {
      for (const { address } of devAccounts) {
        expect(await chain.balanceOf(address)).toBe(parseEther('10000'))
        expect(await chain.balanceOf(address, porticoDollar.address)).toBe(startingDollars)
        expect(await chain.request('eth_getTransactionCount', [address, 'latest'])).toBe('0x0')
      }
    }
  })

  it('mines a transaction at once, and the balance changes', async () => {
    const { reader, as } = clients(1)
    const before = await devnet.chain(1).balanceOf(bob.address)
    const hash = await as(ada.privateKey).sendTransaction({ to: bob.address, value: 5n })
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await devnet.chain(1).balanceOf(bob.address)).toBe(before + 5n)
  })

  it.each([1, 8453] as const)(
    'the devnet has the same token at the same address, name and symbol on chain %i',
    async chainId => {
      const { reader } = clients(chainId)
      const read = (functionName: 'name' | 'symbol' | 'decimals') =>
        reader.readContract({ ...porticoDollar, functionName })
      expect([await read('name'), await read('symbol'), await read('decimals')]).toEqual([
        'Portico Dollar',
        'PUSD',
        6,
      ])
    },
  )

  it('has the minting of the dollars in the history of the chain', async () => {
    const logs = await clients(8453).reader.getContractEvents({
      ...porticoDollar,
      eventName: 'Transfer',
      fromBlock: 0n,
    })
    expect(logs.map(log => log.args.to)).toEqual(devAccounts.map(account => account.address))
  })

  it.each([1, 8453] as const)(
    'accepts an EIP-2612 permit once on chain %i, and not on another chain',
    async chainId => {
      const { reader, as } = clients(chainId)
      const deadline = (await reader.getBlock()).timestamp + 3_600n
      const sign = (chain: number) =>
        privateKeyToAccount(bob.privateKey).signTypedData({
          domain: {
            name: 'Portico Dollar',
            version: '1',
            chainId: chain,
            verifyingContract: porticoDollar.address,
          },
          types: {
            Permit: [
              { name: 'owner', type: 'address' },
              { name: 'spender', type: 'address' },
              { name: 'value', type: 'uint256' },
              { name: 'nonce', type: 'uint256' },
              { name: 'deadline', type: 'uint256' },
            ],
          },
          primaryType: 'Permit',
          message: { owner: bob.address, spender: carol.address, value: 7n, nonce: 0n, deadline },
        })
      const permit = async (signature: `0x${string}`) => {
        const { r, s, yParity } = parseSignature(signature)
        const args = [bob.address, carol.address, 7n, deadline, yParity + 27, r, s] as const
        const { request } = await reader.simulateContract({
          ...porticoDollar,
          functionName: 'permit',
          args,
          account: ada.address,
        })
        return reader.waitForTransactionReceipt({
          hash: await as(ada.privateKey).writeContract({
            ...request,
            account: privateKeyToAccount(ada.privateKey),
          }),
        })
      }

      await expect(permit(await sign(chainId === 1 ? 8453 : 1))).rejects.toThrow(
        'ERC2612InvalidSigner',
      )
      expect((await permit(await sign(chainId))).status).toBe('success')
      expect(
        await reader.readContract({
          ...porticoDollar,
          functionName: 'allowance',
          args: [bob.address, carol.address],
        }),
      ).toBe(7n)
      await expect(permit(await sign(chainId))).rejects.toThrow('ERC2612InvalidSigner')
    },
  )

  it('refuses a transfer above the balance with the standard error', async () => {
    const { reader } = clients(1)
    const transfer = reader.simulateContract({
      address: porticoDollar.address,
      abi: erc20Abi,
      functionName: 'transfer',
      args: [bob.address, startingDollars + 1n],
      account: carol.address,
    })
    const error = (await transfer.catch((caught: unknown) => caught)) as Error
    const { raw } = (
      error as unknown as { walk(test: (e: unknown) => boolean): { raw: `0x${string}` } }
    ).walk(cause => (cause as { raw?: string }).raw !== undefined)
    expect(decodeErrorResult({ abi: porticoDollar.abi, data: raw })).toMatchObject({
      errorName: 'ERC20InsufficientBalance',
      args: [carol.address, startingDollars, startingDollars + 1n],
    })
  })

  it('answers many calls through Multicall3 at its canonical address, and a failing call fails alone', async () => {
    expect(multicall3.address).toBe(getAddress(mainnet.contracts.multicall3.address))
    const { reader } = clients(1)
    const results = await reader.multicall({
      contracts: [
        { ...porticoDollar, functionName: 'symbol' },
        { ...porticoDollar, functionName: 'transferFrom', args: [ada.address, bob.address, 1n] },
        { ...multicall3, functionName: 'getEthBalance', args: [carol.address] },
        { ...multicall3, functionName: 'getChainId' },
      ],
    })
    expect(results.map(result => result.status)).toEqual([
      'success',
      'failure',
      'success',
      'success',
    ])
    expect([results[0].result, results[2].result, results[3].result]).toEqual([
      'PUSD',
      parseEther('10000'),
      1n,
    ])
  })

  it('supports the older functions of Multicall3, and a strict batch fails when one call fails', async () => {
    const { reader } = clients(8453)
    const symbol = { target: porticoDollar.address, callData: '0x95d89b41' } as const
    const failing = { target: porticoDollar.address, callData: '0xdeadbeef' } as const
    const call = (
      functionName: 'aggregate' | 'blockAndAggregate',
      calls: (typeof symbol | typeof failing)[],
    ) => reader.simulateContract({ ...multicall3, functionName, args: [calls] })
    expect((await call('aggregate', [symbol, symbol])).result[1]).toHaveLength(2)
    await expect(call('blockAndAggregate', [symbol, failing])).rejects.toThrow(
      'Multicall3: call failed',
    )
    const { result } = await reader.simulateContract({
      ...multicall3,
      functionName: 'tryAggregate',
      args: [false, [symbol, failing]],
    })
    expect(result.map(({ success }) => success)).toEqual([true, false])
  })

  it('the devnet lets an account run a batch by EIP-7702, and no other account through it', async () => {
    const { reader, as } = clients(8453)
    const owner = as(carol.privateKey)
    const calls = [
      { to: bob.address, value: 3n, data: '0x' },
      {
        to: porticoDollar.address,
        value: 0n,
        data: `0xa9059cbb${bob.address.slice(2).padStart(64, '0')}${'2a'.padStart(64, '0')}`,
      },
    ] as const
    const authorizationList = [
      await owner.signAuthorization({ contractAddress: batchAccount.address, executor: 'self' }),
    ]
    const hash = await owner.writeContract({
      address: carol.address,
      abi: batchAccount.abi,
      functionName: 'execute',
      args: [calls],
      authorizationList,
    })
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success')
    expect(await devnet.chain(8453).balanceOf(bob.address, porticoDollar.address)).toBe(
      startingDollars + 42n,
    )
    const foreignCall = reader.simulateContract({
      address: carol.address,
      abi: batchAccount.abi,
      functionName: 'execute',
      args: [calls],
      account: ada.address,
    })
    await expect(foreignCall).rejects.toThrow('OnlyTheAccountItself')
  })

  it('announces new blocks by websocket on the same port', async () => {
    const client = createPublicClient({ transport: webSocket(devnet.chain(1).webSocketUrl) })
    const seen = new Promise<bigint>(resolve => {
      client.watchBlockNumber({ onBlockNumber: resolve })
    })
    const socket = await client.transport.getRpcClient()
    const miner = setInterval(() => devnet.chain(1).mine(), 50)
    expect(await seen).toBeGreaterThan(0n)
    clearInterval(miner)
    socket.close()
  })

  it('mines the requested number of blocks', async () => {
    const chain = devnet.chain(8453)
    const height = async () => Number(await chain.request('eth_blockNumber'))
    const before = await height()
    await chain.mine(25)
    expect(await height()).toBe(before + 25)
  })

  it('the devnet goes back to a snapshot of both chains, more than once', async () => {
    const snapshot = await devnet.snapshot()
    const before = await Promise.all(devnet.chains.map(chain => chain.balanceOf(bob.address)))
    for (const value of [1n, 2n]) {
      await clients(1).as(ada.privateKey).sendTransaction({ to: bob.address, value })
      await createTestClient({ mode: 'anvil', transport: http(devnet.chain(8453).url) }).setBalance(
        { address: bob.address, value },
      )
      await devnet.revert(snapshot)
      expect(await Promise.all(devnet.chains.map(chain => chain.balanceOf(bob.address)))).toEqual(
        before,
      )
    }
  })

  it('names a snapshot that is gone because the devnet went back to an older one', async () => {
    const older = await devnet.snapshot()
    const newer = await devnet.snapshot()
    await devnet.revert(older)
    await expect(devnet.revert(newer)).rejects.toMatchObject({ code: 'NO_SUCH_SNAPSHOT' })
  })

  it('names a chain that was not started, and how to start it', () => {
    expect(() => devnet.chain(10)).toThrow(
      new DevnetError(
        'NO_SUCH_CHAIN',
        'Chain 10 was not started. Hint: startDevnet({ chains: [1, 8453, 10] }).',
      ),
    )
  })

  it('passes on the error of a node with its name and data', async () => {
    const refused = devnet
      .chain(1)
      .request('eth_call', [{ to: porticoDollar.address, data: '0xdeadbeef' }, 'latest'])
    await expect(refused).rejects.toMatchObject({
      name: 'DevnetError',
      code: 'RPC_REFUSED',
      data: '0x',
    })
    await expect(devnet.chain(1).balanceOf(ada.address, bob.address)).rejects.toMatchObject({
      code: 'RPC_REFUSED',
    })
  })
})

describe('starting and stopping', () => {
  it('stopping the devnet ends every process and frees every port, and may be repeated', async () => {
    const devnet = await startDevnet()
    const proxy = await devnet.proxy(1)
    const pids = devnet.parts.flatMap(part => part.pids)
    const ports = [...devnet.chains.map(chain => portOf(chain.url)), portOf(proxy.url)]
    expect(pids.map(isAlive)).toEqual([true, true])
    expect(await Promise.all(ports.map(isFree))).toEqual([false, false, false])

    await devnet.stop()
    await devnet.stop()
    expect(pids.map(isAlive)).toEqual([false, false])
    expect(await Promise.all(ports.map(isFree))).toEqual([true, true, true])
    await expect(devnet.chain(1).request('eth_chainId')).rejects.toMatchObject({
      code: 'RPC_UNREACHABLE',
    })
  })

  it('starts only the requested chains', async () => {
    const devnet = await startDevnet({ chains: [31_337] })
    expect(devnet.parts.map(part => part.id)).toEqual(['eip155:31337'])
    await devnet.stop()
    const nothing = await startDevnet({ chains: [] })
    expect(nothing.parts).toEqual([])
    expect(() => nothing.ledger('tally' as never)).toThrow(
      expect.objectContaining({ code: 'NO_SUCH_LEDGER' }),
    )
    await expect(startDevnet({ chains: [], ledgers: ['tally' as never] })).rejects.toMatchObject({
      code: 'BAD_ARGUMENT',
    })
  })

  it('starts the requested ledgers, which share snapshots and the end with the chains', async () => {
    const devnet = await startDevnet({ chains: [1], ledgers: ['solana', 'solana'] })
    const solana = devnet.ledger('solana')
    expect(devnet.parts).toEqual([devnet.chain(1), solana])
    expect(() => devnet.ledger('bip122')).toThrow(
      expect.objectContaining({ code: 'NO_SUCH_LEDGER' }),
    )
    await devnet.revert(await devnet.snapshot())
    const url = solana.addresses.http ?? ''
    const ask = () =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"getHealth"}',
      })
    expect((await ask()).ok).toBe(true)
    await devnet.stop()
    await expect(ask()).rejects.toThrow('fetch failed')
  })

  it('two devnets never have the same port', async () => {
    const devnets = await Promise.all(Array.from({ length: 4 }, () => startDevnet()))
    const urls = devnets.flatMap(devnet => devnet.chains.map(chain => chain.url))
    expect(new Set(urls).size).toBe(8)
    await Promise.all(devnets.map(devnet => devnet.stop()))
  })

  it.each([[[1, 1]], [[0]], [[-1]], [[1.5]], [[Number.NaN]]])(
    'refuses the chain ids %j',
    async chains => {
      await expect(startDevnet({ chains })).rejects.toMatchObject({ code: 'BAD_ARGUMENT' })
    },
  )

  it('leaves no listener on the process', async () => {
    const before = process.listenerCount('exit')
    const devnet = await startDevnet({ chains: [1] })
    await devnet.stop()
    expect(process.listenerCount('exit')).toBe(before)
  })
})
