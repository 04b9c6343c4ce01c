import { contracts, type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  hashTypedData,
  http,
  numberToHex,
  recoverAddress,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { base, mainnet } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../kernel/test/vectors.js'
import {
  type EvmWalletOptions,
  type MockEvmWallet,
  mockEvmWallet,
  type Surroundings,
} from './index.js'

const [ada, bob] = devAccounts
const { porticoDollar } = contracts
const nobody = `0x${'d0'.repeat(20)}` as const

let devnet: Devnet
beforeAll(async () => {
  devnet = await startDevnet()
})
afterAll(() => devnet.stop())

type More = Partial<EvmWalletOptions & Surroundings>

const connected = async (more: More = {}): Promise<MockEvmWallet> => {
  const chains = Object.fromEntries(devnet.chains.map(chain => [chain.chainId, chain.url]))
  const accounts = devAccounts.slice(0, 3).map(account => account.privateKey)
  const wallet = mockEvmWallet({
    name: 'Fox',
    rdns: 'test.fox',
    accounts,
    chains,
    target: new EventTarget(),
    ...more,
  })
  await wallet.provider.request({ method: 'eth_requestAccounts' })
  return wallet
}

const ask = <Result>(wallet: MockEvmWallet, method: string, ...params: unknown[]) =>
  wallet.provider.request({ method, params }) as Promise<Result>
const reader = (chainId: 1 | 8453 = 1) =>
  createPublicClient({
    chain: chainId === 1 ? mainnet : base,
    transport: http(devnet.chain(chainId).url),
    pollingInterval: 20,
  })
const mined = (hash: `0x${string}`, chainId: 1 | 8453 = 1) =>
  reader(chainId).waitForTransactionReceipt({ hash })

describe('reading', () => {
  it('asks the node of the active chain, and passes its refusal on', async () => {
    const wallet = await connected()
    expect(await ask(wallet, 'eth_getBalance', nobody, 'latest')).toBe('0x0')
    await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' })
    expect(await ask(wallet, 'eth_getCode', porticoDollar.address, 'latest')).toMatch(/^0x60/)
    await expect(
      ask(wallet, 'eth_call', { to: porticoDollar.address, data: '0xdeadbeef' }, 'latest'),
    ).rejects.toMatchObject({ code: 3, data: '0x' })
  })

  it('says when its node does not answer, or answers a web page', async () => {
    const proxy = await devnet.proxy(1)
    const wallet = await connected({ chains: { 1: proxy.url } })
    for (const mode of ['down', 'html'] as const) {
      proxy.set(mode)
      await expect(ask(wallet, 'eth_blockNumber')).rejects.toMatchObject({ code: -32603 })
    }
  })

  it('sends through what it is given', async () => {
    const sent: string[] = []
    const wallet = await connected({
      chains: { 1: 'somewhere' },
      send: async (url, body) => {
        sent.push(`${url} ${(JSON.parse(body) as { method: string }).method}`)
        return JSON.stringify({ jsonrpc: '2.0', id: 1, result: '0x7' })
      },
    })
    expect(await ask(wallet, 'eth_blockNumber')).toBe('0x7')
    expect(sent).toEqual(['somewhere eth_blockNumber'])
  })
})

describe('signing messages', () => {
  it.each(['hello', '', 'مرحبا 👋', 'line\nbreak'])(
    'signs %j so that the address is recovered from it',
    async message => {
      const wallet = await connected()
      for (const encoded of [stringToHex(message), message]) {
        const signature = await ask<`0x${string}`>(wallet, 'personal_sign', encoded, bob.address)
        expect(await verifyMessage({ address: bob.address, message, signature })).toBe(true)
      }
    },
  )

  it('accepts an address in any case, and no address that the page may not use', async () => {
    const wallet = await connected()
    expect(await ask(wallet, 'personal_sign', '0x01', ada.address.toLowerCase())).toMatch(/^0x/)
    for (const address of [nobody, undefined, 7])
      await expect(ask(wallet, 'personal_sign', '0x01', address)).rejects.toMatchObject({
        code: 4100,
      })
    await expect(ask(wallet, 'personal_sign', 7, ada.address)).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('signing typed data', () => {
  const typed = {
    domain: { name: 'Portico', version: '1', chainId: 1, verifyingContract: porticoDollar.address },
    types: {
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Mail',
    message: { to: nobody, amount: '123456789012345678901234567890' },
  } as const

  it('signs an object and its JSON alike', async () => {
    const wallet = await connected()
    const signatures = await Promise.all(
      [typed, JSON.stringify(typed)].map(data =>
        ask<`0x${string}`>(wallet, 'eth_signTypedData_v4', ada.address, data),
      ),
    )
    expect(new Set(signatures).size).toBe(1)
    expect(
      await verifyTypedData({
        ...typed,
        message: { to: nobody, amount: 123456789012345678901234567890n },
        address: ada.address,
        signature: signatures[0]!,
      }),
    ).toBe(true)
  })

  it('refuses a domain of another chain, as real wallets do', async () => {
    const wallet = await connected()
    wallet.switchChain(8453)
    await expect(ask(wallet, 'eth_signTypedData_v4', ada.address, typed)).rejects.toThrow(
      'Provided chainId "1" must match the active chainId "8453"',
    )
  })

  it.each(['{', '7', 'null', '{}', undefined])('refuses %j', async data => {
    await expect(
      ask(await connected(), 'eth_signTypedData_v4', ada.address, data),
    ).rejects.toMatchObject({ code: -32602 })
  })

  it.skipIf(!hasVectors)('signs the digest of every public EIP-712 vector', async () => {
    interface Case {
      readonly domain: { readonly chainId?: number | string }
      readonly digest: `0x${string}`
      readonly message: unknown
    }
    const wallet = await connected()
    const { cases } = vectors<Case>('eip712-typed-data')
    for (const { digest, ...data } of cases) {
      if (data.domain.chainId !== undefined) wallet.switchChain(Number(data.domain.chainId))
      const signature = await ask<`0x${string}`>(
        wallet,
        'eth_signTypedData_v4',
        ada.address,
        JSON.stringify(data),
      )
      expect(await recoverAddress({ hash: digest, signature })).toBe(ada.address)
    }
    expect(cases.length).toBeGreaterThan(100)
  })

  it('makes a permit that the token accepts', async () => {
    const wallet = await connected()
    const client = reader()
    const deadline = (await client.getBlock()).timestamp + 3_600n
    const data = {
      domain: {
        name: 'Portico Dollar',
        version: '1',
        chainId: 1,
        verifyingContract: porticoDollar.address,
      },
      types: {
        Permit: [
          'address owner',
          'address spender',
          'uint256 value',
          'uint256 nonce',
          'uint256 deadline',
        ].map(field => {
          const [type = '', name = ''] = field.split(' ')
          return { name, type }
        }),
      },
      primaryType: 'Permit',
      message: {
        owner: ada.address,
        spender: nobody,
        value: '9',
        nonce: '0',
        deadline: String(deadline),
      },
    } as const
    const signature = await ask<`0x${string}`>(
      wallet,
      'eth_signTypedData_v4',
      ada.address,
      JSON.stringify(data),
    )
    expect(hashTypedData(data as never)).toMatch(/^0x/)
    const [r, s, v] = [
      `0x${signature.slice(2, 66)}`,
      `0x${signature.slice(66, 130)}`,
      Number.parseInt(signature.slice(130), 16),
    ] as const
    const permit = encodeFunctionData({
      abi: porticoDollar.abi,
      functionName: 'permit',
      args: [ada.address, nobody, 9n, deadline, v, r, s],
    })
    const hash = await ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
      from: bob.address,
      to: porticoDollar.address,
      data: permit,
    })
    expect((await mined(hash)).status).toBe('success')
    expect(
      await client.readContract({
        ...porticoDollar,
        functionName: 'allowance',
        args: [ada.address, nobody],
      }),
    ).toBe(9n)
  })
})

describe('sending', () => {
  it('mines a transaction on the active chain, from the account asked for', async () => {
    const wallet = await connected()
    wallet.switchChain(8453)
    const before = await devnet.chain(8453).balanceOf(nobody)
    const hash = await ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
      from: bob.address,
      to: nobody,
      value: '0x7',
    })
    expect(await mined(hash, 8453)).toMatchObject({
      status: 'success',
      from: bob.address.toLowerCase(),
      type: 'eip1559',
    })
    expect(await devnet.chain(8453).balanceOf(nobody)).toBe(before + 7n)
  })

  it('keeps the gas, fees and nonce that the page asks for', async () => {
    const wallet = await connected()
    const send = async (more: object) =>
      reader().getTransaction({
        hash: await ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
          from: ada.address,
          to: nobody,
          ...more,
        }),
      })
    expect(
      await send({ gas: '0x7530', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x3b9aca00' }),
    ).toMatchObject({
      gas: 30_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    })
    expect(await send({ gasPrice: '0x77359400' })).toMatchObject({
      type: 'legacy',
      gasPrice: 2_000_000_000n,
    })
    const nonce = await reader().getTransactionCount({ address: ada.address })
    expect(await send({ nonce: numberToHex(nonce) })).toMatchObject({ nonce })
  })

  it('gives twenty transactions at once twenty nonces', async () => {
    const wallet = await connected()
    const hashes = await Promise.all(
      Array.from({ length: 20 }, () =>
        ask<`0x${string}`>(wallet, 'eth_sendTransaction', {
          from: ada.address,
          to: nobody,
          value: '0x1',
        }),
      ),
    )
    const receipts = await Promise.all(hashes.map(hash => mined(hash)))
    expect(new Set(hashes).size).toBe(20)
    expect(receipts.every(receipt => receipt.status === 'success')).toBe(true)
  })

  it('passes the reason on when the chain would refuse, and sends the next one all the same', async () => {
    const wallet = await connected()
    const tooMuch = encodeFunctionData({
      abi: porticoDollar.abi,
      functionName: 'transfer',
      args: [nobody, 2n ** 200n],
    })
    await expect(
      ask(wallet, 'eth_sendTransaction', {
        from: ada.address,
        to: porticoDollar.address,
        data: tooMuch,
      }),
    ).rejects.toMatchObject({
      code: 3,
      data: expect.stringMatching(/^0xe450d38c/),
    })
    await expect(
      ask(wallet, 'eth_sendTransaction', {
        from: ada.address,
        to: nobody,
        value: numberToHex(10n ** 30n),
      }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(/insufficient funds/i),
    })
    expect(await ask(wallet, 'eth_sendTransaction', { from: ada.address, to: nobody })).toMatch(
      /^0x[0-9a-f]{64}$/,
    )
  })

  it.each([{ value: '1' }, { value: 1 }, { data: '0x1' }, { chainId: '0x2105' }, { gas: 'much' }])(
    'refuses %j',
    async more => {
      await expect(
        ask(await connected(), 'eth_sendTransaction', { from: ada.address, to: nobody, ...more }),
      ).rejects.toMatchObject({ code: -32602 })
    },
  )

  it('serves viem as a transport', async () => {
    const wallet = await connected()
    const client = createWalletClient({ chain: mainnet, transport: custom(wallet.provider) })
    expect(await client.requestAddresses()).toContain(ada.address)
    const hash = await client.writeContract({
      ...porticoDollar,
      functionName: 'transfer',
      args: [nobody, 5n],
      account: ada.address,
    })
    expect((await mined(hash)).status).toBe('success')
    await client.switchChain({ id: 8453 })
    expect(await client.getChainId()).toBe(8453)
  })
})

describe('adding a chain', () => {
  const chain = (rpcUrl: string, more: object = {}) => ({
    chainId: '0x2105',
    chainName: 'Base',
    rpcUrls: [rpcUrl],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    ...more,
  })
  const onlyMainnet = (): More => ({ chains: { 1: devnet.chain(1).url } })

  it('an unknown chain is refused first, then added, switched to and read', async () => {
    const wallet = await connected(onlyMainnet())
    const heard: unknown[] = []
    wallet.provider.on('chainChanged', chainId => heard.push(chainId))
    await expect(
      ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' }),
    ).rejects.toMatchObject({ code: 4902 })
    expect(await ask(wallet, 'wallet_addEthereumChain', chain(devnet.chain(8453).url))).toBeNull()
    expect([heard, await ask(wallet, 'eth_chainId')]).toEqual([['0x2105'], '0x2105'])
    expect(await ask(wallet, 'eth_getCode', porticoDollar.address, 'latest')).toMatch(/^0x60/)
  })

  it('adding a chain does not switch to it in a wallet that does not switch by itself', async () => {
    const wallet = await connected({ ...onlyMainnet(), quirks: { staysAfterAdd: true } })
    await ask(wallet, 'wallet_addEthereumChain', chain(devnet.chain(8453).url))
    expect(wallet.chainId).toBe(1)
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
  })

  it('asks its owner, who may decline', async () => {
    const wallet = await connected({
      ...onlyMainnet(),
      policy: { wallet_addEthereumChain: 'reject' },
    })
    await expect(
      ask(wallet, 'wallet_addEthereumChain', chain(devnet.chain(8453).url)),
    ).rejects.toMatchObject({ code: 4001 })
    await expect(
      ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' }),
    ).rejects.toMatchObject({ code: 4902 })
  })

  it('refuses a node of another chain, and one that does not answer', async () => {
    const proxy = await devnet.proxy(8453)
    const wallet = await connected(onlyMainnet())
    for (const mode of ['wrong-chain', 'down'] as const) {
      proxy.set(mode)
      await expect(ask(wallet, 'wallet_addEthereumChain', chain(proxy.url))).rejects.toThrow(/node/)
    }
    await expect(
      ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' }),
    ).rejects.toMatchObject({ code: 4902 })
  })

  interface Case {
    readonly name: string
    readonly valid: boolean
    readonly params: Readonly<Record<string, unknown>>
  }
  const cases = vectors<Case>('eip3085-chain-params').cases.filter(
    ({ params }) => !('flow' in params),
  )

  it.skipIf(!hasVectors)('decides as every public EIP-3085 vector says', async () => {
    expect(cases.length).toBeGreaterThan(30)
    for (const { name, valid, params } of cases) {
      const { rpcAnswersChainId, rpcUnreachable, ...asked } = params
      const wallet = await connected({
        ...onlyMainnet(),
        send: async () =>
          rpcUnreachable
            ? ''
            : JSON.stringify({ jsonrpc: '2.0', id: 1, result: rpcAnswersChainId ?? asked.chainId }),
      })
      const outcome = await ask(wallet, 'wallet_addEthereumChain', asked).catch(
        (error: unknown) => error,
      )
      expect(outcome === null, name).toBe(valid)
    }
  })
})

describe('several calls at once (EIP-5792)', () => {
  const batchAccount = { 8453: contracts.batchAccount.address }
  const calls = [
    { to: nobody, value: '0x3' },
    {
      to: porticoDollar.address,
      data: encodeFunctionData({
        abi: porticoDollar.abi,
        functionName: 'transfer',
        args: [nobody, 11n],
      }),
    },
  ]
  const failing = {
    to: porticoDollar.address,
    data: encodeFunctionData({
      abi: porticoDollar.abi,
      functionName: 'transfer',
      args: [nobody, 2n ** 200n],
    }),
  }
  const request = (chainId: string, more: object = {}) => ({
    version: '2.0.0',
    chainId,
    from: ada.address,
    atomicRequired: false,
    calls,
    ...more,
  })

  interface Status {
    readonly status: number
    readonly atomic: boolean
    readonly receipts?: readonly {
      readonly status: string
      readonly transactionHash: string
      readonly logs: readonly unknown[]
    }[]
  }
  const settled = async (wallet: MockEvmWallet, id: string): Promise<Status> => {
    for (;;) {
      const status = await ask<Status>(wallet, 'wallet_getCallsStatus', id)
      if (status.status !== 100) return status
      await new Promise(resolve => setTimeout(resolve, 20))
    }
  }

  it('a batch (EIP-5792) is one transaction where the wallet has a contract for it, and delegates to it once', async () => {
    const wallet = await connected({ batchAccount })
    expect(await ask(wallet, 'wallet_getCapabilities', ada.address)).toEqual({
      '0x1': { atomic: { status: 'unsupported' } },
      '0x2105': { atomic: { status: 'ready' } },
    })
    const before = await devnet.chain(8453).balanceOf(nobody, porticoDollar.address)
    for (const times of [1n, 2n]) {
      const { id } = await ask<{ id: string }>(
        wallet,
        'wallet_sendCalls',
        request('0x2105', { atomicRequired: true }),
      )
      expect(await settled(wallet, id)).toMatchObject({
        version: '2.0.0',
        id,
        chainId: '0x2105',
        status: 200,
        atomic: true,
        receipts: [{ status: '0x1' }],
      })
      expect(await devnet.chain(8453).balanceOf(nobody, porticoDollar.address)).toBe(
        before + 11n * times,
      )
    }
    expect(await ask(wallet, 'wallet_getCapabilities', ada.address, ['0x2105', '0x5'])).toEqual({
      '0x2105': { atomic: { status: 'supported' } },
    })
  })

  it('a batch (EIP-5792) is all or nothing in one transaction', async () => {
    const wallet = await connected({ batchAccount })
    const before = await devnet.chain(8453).balanceOf(nobody, porticoDollar.address)
    const { id } = await ask<{ id: string }>(
      wallet,
      'wallet_sendCalls',
      request('0x2105', { calls: [...calls, failing] }),
    )
    expect(await settled(wallet, id)).toMatchObject({ status: 500, receipts: [{ status: '0x0' }] })
    expect(await devnet.chain(8453).balanceOf(nobody, porticoDollar.address)).toBe(before)
  })

  it('without a contract a batch is one transaction after the other, each with its receipt', async () => {
    const wallet = await connected()
    const { id } = await ask<{ id: string }>(wallet, 'wallet_sendCalls', request('0x1'))
    const { status, atomic, receipts = [] } = await settled(wallet, id)
    expect([status, atomic, receipts.length]).toEqual([200, false, 2])
    expect(Object.keys(receipts[1] ?? {}).sort()).toEqual([
      'blockHash',
      'blockNumber',
      'gasUsed',
      'logs',
      'status',
      'transactionHash',
    ])
    expect(receipts[1]?.logs).toHaveLength(1)
  })

  it('says which part came to nothing: 600 when some were sent, 400 when none was', async () => {
    const wallet = await connected()
    const send = async (list: unknown[]) =>
      settled(
        wallet,
        (await ask<{ id: string }>(wallet, 'wallet_sendCalls', request('0x1', { calls: list }))).id,
      )
    expect(await send([...calls, failing])).toMatchObject({ status: 600, receipts: [{}, {}] })
    expect((await send([failing])).status).toBe(400)
  })

  it.each([
    [5710, { chainId: '0x89' }],
    [5760, { atomicRequired: true }],
    [5700, { capabilities: { paymasterService: { url: 'https://x.example' } } }],
    [5700, { calls: [{ ...calls[0], capabilities: { other: {} } }] }],
    [4100, { from: nobody }],
    [-32602, { calls: [] }],
    [-32602, { calls: [{ value: '0x1' }] }],
    [-32602, { version: undefined }],
    [-32602, { chainId: 1 }],
  ])('refuses with %i what has %j', async (code, more) => {
    await expect(
      ask(await connected(), 'wallet_sendCalls', request('0x1', more)),
    ).rejects.toMatchObject({ code })
  })

  it('ignores a capability that is optional, takes an id once, and does not know another', async () => {
    const wallet = await connected()
    const given = request('0x1', {
      id: 'mine',
      capabilities: { paymasterService: { optional: true } },
    })
    expect(await ask(wallet, 'wallet_sendCalls', given)).toEqual({ id: 'mine' })
    await expect(ask(wallet, 'wallet_sendCalls', given)).rejects.toMatchObject({ code: 5720 })
    await expect(ask(wallet, 'wallet_getCallsStatus', 'yours')).rejects.toMatchObject({
      code: 5730,
    })
    expect(await ask(wallet, 'wallet_showCallsStatus', 'mine')).toBeNull()
    expect((await settled(wallet, 'mine')).status).toBe(200)
  })

  it('speaks the first form of the standard, if it is such a wallet', async () => {
    const wallet = await connected({ quirks: { callsVersion1: true } })
    const id = await ask<string>(wallet, 'wallet_sendCalls', request('0x1'))
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    await expect
      .poll(async () => (await ask<{ status: string }>(wallet, 'wallet_getCallsStatus', id)).status)
      .toBe('CONFIRMED')
    expect(await ask(wallet, 'wallet_getCapabilities', ada.address)).toMatchObject({
      '0x1': { atomicBatch: { supported: false } },
    })
  })
})

describe('remembering a chain that a page added', () => {
  it('knows it after a reload', async () => {
    const kept = new Map<string, string>()
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    }
    const more = { chains: { 1: devnet.chain(1).url }, storage }
    const before = await connected(more)
    await ask(before, 'wallet_addEthereumChain', {
      chainId: '0x2105',
      rpcUrls: [devnet.chain(8453).url],
    })
    const after = await connected(more)
    expect(after.chainId).toBe(8453)
    expect(await ask(after, 'eth_getCode', porticoDollar.address, 'latest')).toMatch(/^0x60/)
  })
})
