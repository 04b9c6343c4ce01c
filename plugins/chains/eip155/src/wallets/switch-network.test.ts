import type { WalletReport } from '@portico/kernel/connector-kit'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { never, thrownBy } from '../../test/bench.js'
import { down, honest, scriptedNodes } from '../../test/scripted-nodes.js'
import { type Reply, walletError } from '../../test/scripted-provider.js'
import { connectScripted } from '../../test/wallet-sessions.js'
import { defineEvmNetwork } from '../networks.js'
import { createRpcs } from '../node/rpc.js'
import { createSwitch } from './switch-network.js'

const polygon = defineEvmNetwork({
  chainId: 137,
  name: 'Polygon',
  nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  rpcUrls: ['https://a.example', 'https://b.example'],
  explorer: { name: 'Scan', url: 'https://scan.example' },
  assets: { imageUrl: 'https://icons.example/p.png' },
})
const insecure = defineEvmNetwork({
  chainId: 138,
  name: 'Insecure',
  rpcUrls: ['http://rpc.example'],
})
const rpcOf = createRpcs({ networks: [polygon, insecure], rpcTimeoutMs: 200 })
const fresh = () => createSwitch(createRpcs({ networks: [polygon, insecure], rpcTimeoutMs: 200 }))

/** A wallet that adds and switches chains; `quirks` replaces single responses. */
async function wallet(known: readonly string[] = ['0x1'], quirks: Record<string, Reply> = {}) {
  const chains = new Set(known)
  const state = { chainId: '0x1' }
  const unknown = () => Promise.reject(walletError(4902, 'Unrecognized chain ID'))
  const connected = await connectScripted({
    eth_chainId: () => state.chainId,
    wallet_switchEthereumChain: params => {
      const [{ chainId }] = params as [{ chainId: string }]
      if (!chains.has(chainId)) return unknown()
      state.chainId = chainId
      return null
    },
    wallet_addEthereumChain: params => {
      chains.add((params as [{ chainId: string }])[0].chainId)
      return null
    },
    ...quirks,
  })
  const reports: (WalletReport | undefined)[] = []
  connected.walletSession.watch(report => void reports.push(report))
  const walletMethods = () =>
    connected.wallet.calls.map(call => call.method).filter(method => method.startsWith('wallet_'))
  return { ...connected, state, reports, walletMethods }
}

describe('switching the network', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const nodes = () =>
    scriptedNodes({
      'https://a.example': honest({ eth_chainId: '0x89' }),
      'https://b.example': honest({ eth_chainId: '0x89' }),
      'http://rpc.example': honest({ eth_chainId: '0x8a' }),
    })

  it('[D3a] switchNetwork sends one request, and resolves when the wallet reports the network', async () => {
    const { via, walletMethods, reports } = await wallet(['0x1', '0x89'])
    await fresh().switch(via, 'eip155:137', never())
    expect(walletMethods()).toEqual(['wallet_switchEthereumChain'])
    expect(reports.at(-1)?.network).toBe('eip155:137')
  })

  it('switchNetwork sends no request to a wallet that is already there', async () => {
    const { via, walletMethods } = await wallet()
    await fresh().switch(via, 'eip155:1', never())
    expect(walletMethods()).toEqual([])
  })

  it('[D18b] [S29] on 4902 switchNetwork adds the chain, switches to it, and reads the chain id', async () => {
    nodes()
    const { via, walletMethods, wallet: provider, reports } = await wallet()
    await fresh().switch(via, 'eip155:137', never())
    expect(walletMethods()).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
    expect(provider.calls.map(call => call.method).lastIndexOf('eth_chainId')).toBeGreaterThan(
      provider.calls.map(call => call.method).lastIndexOf('wallet_switchEthereumChain'),
    )
    expect(provider.calls.find(call => call.method === 'wallet_addEthereumChain')?.params).toEqual([
      {
        chainId: '0x89',
        chainName: 'Polygon',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        rpcUrls: ['https://a.example', 'https://b.example'],
        blockExplorerUrls: ['https://scan.example'],
        iconUrls: ['https://icons.example/p.png'],
      },
    ])
    expect(reports.at(-1)?.network).toBe('eip155:137')
  })

  const nested = [
    walletError(-32603, 'Internal JSON-RPC error.', { data: { originalError: { code: 4902 } } }),
    walletError(-32603, 'Unrecognized chain ID "0x89". Try adding the chain first.'),
  ]
  it.each(nested.map(error => [error.message, error] as const))(
    '[D18b] switchNetwork recognises 4902 in this wrapping: %s',
    async (_text, error) => {
      nodes()
      let isKnown = false
      const { via, state } = await wallet([], {
        wallet_switchEthereumChain: () => {
          if (!isKnown) throw error
          state.chainId = '0x89'
          return null
        },
        wallet_addEthereumChain: () => {
          isKnown = true
          return null
        },
      })
      await fresh().switch(via, 'eip155:137', never())
      expect(state.chainId).toBe('0x89')
    },
  )

  it('[S29] switchNetwork adds nothing when the person rejected the switch', async () => {
    const { via, walletMethods } = await wallet([], {
      wallet_switchEthereumChain: () => Promise.reject(walletError(4001)),
    })
    expect(await thrownBy(fresh().switch(via, 'eip155:137', never()))).toMatchObject({
      code: 'DECLINED',
    })
    expect(walletMethods()).toEqual(['wallet_switchEthereumChain'])
  })

  it('switchNetwork does not retry when the person refused to add the chain', async () => {
    nodes()
    const { via, walletMethods } = await wallet([], {
      wallet_addEthereumChain: () => Promise.reject(walletError(4001)),
    })
    expect(await thrownBy(fresh().switch(via, 'eip155:137', never()))).toMatchObject({
      code: 'DECLINED',
    })
    expect(walletMethods()).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  it('switchNetwork requests to add a chain only once, even if the wallet never adds it', async () => {
    nodes()
    const { via, walletMethods } = await wallet([], {
      wallet_switchEthereumChain: () => Promise.reject(walletError(4902)),
    })
    expect(await thrownBy(fresh().switch(via, 'eip155:137', never()))).toMatchObject({ code: 4902 })
    expect(walletMethods()).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ])
  })

  it('[S29] switchNetwork throws when the wallet reports success but stays on its network', {
    tags: 'thorough',
  }, async () => {
    const { via, reports } = await wallet([], { wallet_switchEthereumChain: null })
    expect(await thrownBy(fresh().switch(via, 'eip155:137', never()))).toMatchObject({
      code: 'WALLET_NETWORK',
    })
    expect(reports).toEqual([])
  })

  it('switchNetwork waits a moment for wallets that report success early', async () => {
    const { via, state } = await wallet([], {
      wallet_switchEthereumChain: () => {
        setTimeout(() => {
          state.chainId = '0x89'
        }, 200)
        return null
      },
    })
    await expect(fresh().switch(via, 'eip155:137', never())).resolves.toBeUndefined()
  })

  it('[S29] switchNetwork gives the wallet only endpoints that report this chain id', async () => {
    scriptedNodes({
      'https://a.example': honest({ eth_chainId: '0x1' }),
      'https://b.example': honest({ eth_chainId: '0x89' }),
    })
    const { via, wallet: provider } = await wallet()
    await fresh().switch(via, 'eip155:137', never())
    expect(
      provider.calls.find(call => call.method === 'wallet_addEthereumChain')?.params,
    ).toMatchObject([{ rpcUrls: ['https://b.example'] }])
  })

  it.each([
    ['serves another chain', honest({ eth_chainId: '0x1' })],
    ['cannot be reached', down],
    ['returns a malformed response', honest({ eth_chainId: 'polygon' })],
  ])('[S29] switchNetwork does not add a chain whose every endpoint %s', async (_what, node) => {
    scriptedNodes({ 'https://a.example': node, 'https://b.example': node })
    const { via, walletMethods } = await wallet()
    expect(await thrownBy(fresh().switch(via, 'eip155:137', never()))).toMatchObject({
      code: 'CHAIN_NETWORK',
    })
    expect(walletMethods()).toEqual(['wallet_switchEthereumChain'])
  })

  it('[S29] switchNetwork does not add a chain that breaks EIP-3085', async () => {
    nodes()
    const { via, walletMethods } = await wallet()
    expect(await thrownBy(fresh().switch(via, 'eip155:138', never()))).toMatchObject({
      code: 'CHAIN_NO_ENDPOINT',
    })
    expect(walletMethods()).toEqual(['wallet_switchEthereumChain'])
  })

  it('switchNetwork does not add a chain that the host does not list', async () => {
    const { via } = await wallet()
    expect(await thrownBy(createSwitch(rpcOf).switch(via, 'eip155:999', never()))).toMatchObject({
      code: 'CHAIN_NO_ENDPOINT',
    })
  })

  it.each([
    'eip155:',
    'eip155:0',
    'eip155:abc',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  ] as const)('switchNetwork rejects %s, which is no network of this chain', async network => {
    const { via, walletMethods } = await wallet()
    expect(await thrownBy(fresh().switch(via, network, never()))).toMatchObject({
      code: 'CHAIN_NETWORK',
    })
    expect(walletMethods()).toEqual([])
  })

  it('[R23] switching 20 times at once sends one request', async () => {
    const { via, walletMethods } = await wallet(['0x89'])
    const switcher = fresh()
    await Promise.all(Array.from({ length: 20 }, () => switcher.switch(via, 'eip155:137', never())))
    expect(walletMethods()).toEqual(['wallet_switchEthereumChain'])
  })

  it('switching to another network aborts a pending switch', async () => {
    let first = true
    const { via, state } = await wallet([], {
      wallet_switchEthereumChain: params => {
        if (first) {
          first = false
          return new Promise(() => undefined)
        }
        state.chainId = (params as [{ chainId: string }])[0].chainId
        return null
      },
    })
    const switcher = fresh()
    const given = thrownBy(switcher.switch(via, 'eip155:137', never()))
    await new Promise(resolve => setTimeout(resolve, 5))
    await switcher.switch(via, 'eip155:10', never())
    expect(await given).toMatchObject({ name: 'AbortError' })
    expect(state.chainId).toBe('0xa')
  })

  it('[R10] an aborted switch rejects at once', async () => {
    const { via } = await wallet([], {
      wallet_switchEthereumChain: () => new Promise(() => undefined),
    })
    const controller = new AbortController()
    const outcome = thrownBy(fresh().switch(via, 'eip155:137', controller.signal))
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
  })

  it('switchNetwork rejects a connection of another chain', async () => {
    const { via } = await wallet()
    expect(
      await thrownBy(fresh().switch({ ...via, namespace: 'tally' }, 'eip155:137', never())),
    ).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
    expect(
      await thrownBy(fresh().switch({ ...via, handle: {} }, 'eip155:137', never())),
    ).toMatchObject({ code: 'WALLET_UNSUPPORTED' })
  })
})
