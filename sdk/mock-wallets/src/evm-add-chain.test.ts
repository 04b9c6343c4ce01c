import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../kernel/test/vectors.js'
import {
  ask,
  connected,
  devnet,
  type More,
  porticoDollar,
  setUpDevnet,
} from '../test/on-chain-wallet.js'

setUpDevnet()

describe('adding a chain to a mock EVM wallet', () => {
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
    const received: unknown[] = []
    wallet.provider.on('chainChanged', chainId => received.push(chainId))
    await expect(
      ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' }),
    ).rejects.toMatchObject({ code: 4902 })
    expect(await ask(wallet, 'wallet_addEthereumChain', chain(devnet.chain(8453).url))).toBeNull()
    expect([received, await ask(wallet, 'eth_chainId')]).toEqual([['0x2105'], '0x2105'])
    expect(await ask(wallet, 'eth_getCode', porticoDollar.address, 'latest')).toMatch(/^0x60/)
  })

  it('adding a chain does not switch to it in a wallet that does not switch by itself', async () => {
    const wallet = await connected({ ...onlyMainnet(), quirks: { staysAfterAdd: true } })
    await ask(wallet, 'wallet_addEthereumChain', chain(devnet.chain(8453).url))
    expect(wallet.chainId).toBe(1)
    expect(await ask(wallet, 'wallet_switchEthereumChain', { chainId: '0x2105' })).toBeNull()
  })

  it('adding a chain is rejected when the owner declines, and the chain stays unknown', async () => {
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

  it('adding a chain is refused when its node serves another chain or does not answer', async () => {
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

  it.skipIf(!hasVectors)(
    'adding a chain is accepted or refused as every public EIP-3085 vector says',
    async () => {
      expect(cases.length).toBeGreaterThan(30)
      for (const { name, valid, params } of cases) {
        const { rpcAnswersChainId, rpcUnreachable, ...request } = params
        const wallet = await connected({
          ...onlyMainnet(),
          send: async () =>
            rpcUnreachable
              ? ''
              : JSON.stringify({
                  jsonrpc: '2.0',
                  id: 1,
                  result: rpcAnswersChainId ?? request.chainId,
                }),
        })
        const outcome = await ask(wallet, 'wallet_addEthereumChain', request).catch(
          (error: unknown) => error,
        )
        expect(outcome === null, name).toBe(valid)
      }
    },
  )
})

describe('a mock EVM wallet with a storage', () => {
  it('knows a chain that a page added after a reload', async () => {
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
