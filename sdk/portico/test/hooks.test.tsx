// @vitest-environment happy-dom
/** The hooks over actions, with a mock wallet on a local Ethereum chain. */
import { devAccounts } from '@portico/devnet'
import { eip155Transaction } from '@portico/kernel/chain'
import {
  activeAccount,
  walletConnectedEvent,
  walletDisconnectedEvent,
} from '@portico/kernel/session'
import { balances } from '@portico/plugin-balances'
import { siwx } from '@portico/plugin-siwx'
import { swap } from '@portico/plugin-swap'
import { transactions } from '@portico/plugin-transactions'
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { verifyMessage, verifyTypedData } from 'viem'
import { describe, expect, it } from 'vitest'
import { useSignIn } from '../src/react/sign-in.js'
import { useSwap } from '../src/react/swap.js'
import {
  PorticoProvider,
  useAccount,
  useBalance,
  useChainId,
  useConnect,
  useDisconnect,
  useEvents,
  useSendTransaction,
  useSignMessage,
  useSignTypedData,
  useSwitchChain,
  useTokens,
  useTransaction,
} from '../src/react.js'
import { openPage, renderHook, setUpHooks, thrownBy } from './hooks-rig.js'

setUpHooks()
const [ada, bob] = devAccounts
const address = ada.address as `0x${string}`
const typed = {
  domain: { name: 'Doorway', version: '1', chainId: 1 },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Come in.' },
} as const

describe('useConnect', () => {
  it('lists the wallets of the page, and connects one without the modal', async () => {
    const { portico } = await openPage({ isConnected: false })
    const { now, until } = await renderHook(portico, () => ({
      ...useConnect(),
      account: useAccount('eip155'),
    }))
    await until(({ connectors }) => connectors.length === 1)
    const [fox] = now().connectors
    if (!fox) throw new TypeError('no wallet')
    expect(await act(() => now().connect({ connector: fox }))).toMatchObject({ address })
    expect(now()).toMatchObject({ status: 'success', data: { address }, error: undefined })
    expect(now().account).toMatchObject({ status: 'connected', address })
  })

  it('finds the wallet of an id by itself, and connects it on the chosen network', async () => {
    const { portico } = await openPage({ isConnected: false })
    const { now } = await renderHook(portico, () => ({ ...useConnect(), chainId: useChainId() }))
    await act(() => now().connect({ connector: 'test.fox', chainId: 8453 }))
    expect(now().chainId).toBe(8453)
  })

  it('rejects with DECLINED when the person declines, and with CONNECTOR_NOT_FOUND for an unknown id', async () => {
    const { portico, wallet } = await openPage({ isConnected: false })
    const { now } = await renderHook(portico, useConnect)
    wallet.policy = 'reject'
    const connect = (connector: string) => act(() => thrownBy(now().connect({ connector })))
    expect(await connect('test.fox')).toMatchObject({ code: 'DECLINED' })
    expect(now()).toMatchObject({ status: 'error', error: { code: 'DECLINED' } })
    expect(await connect('test.owl')).toMatchObject({ code: 'CONNECTOR_NOT_FOUND' })
  })

  it('goes on connecting after its component has unmounted, and changes no state of it', async () => {
    const { portico, wallet } = await openPage({ isConnected: false })
    const { now, seen, unmount } = await renderHook(portico, useConnect)
    wallet.policy = 'ask'
    let connecting: Promise<unknown> | undefined
    await act(async () => {
      connecting = now().connect({ connector: 'test.fox' })
      await wallet.waitForRequest()
    })
    expect(now().status).toBe('pending')
    await unmount()
    const renders = seen.length
    wallet.approve()
    await connecting
    expect(activeAccount(portico.kernel)).toMatchObject({ address })
    expect(seen.length).toBe(renders)
  })
})

it('useDisconnect disconnects a namespace, and nothing where none is connected', async () => {
  const { portico } = await openPage()
  const { now } = await renderHook(portico, useDisconnect)
  await act(() => now().disconnect({ namespace: 'solana' }))
  expect(activeAccount(portico.kernel)).toBeDefined()
  await act(() => now().disconnect({ namespace: 'eip155' }))
  expect(activeAccount(portico.kernel)).toBeUndefined()
  await act(() => now().disconnect())
  expect(now().status).toBe('success')
})

describe('useSwitchChain', () => {
  const page = async () => {
    const opened = await openPage()
    return {
      ...opened,
      ...(await renderHook(opened.portico, () => ({ ...useSwitchChain(), chainId: useChainId() }))),
    }
  }
  it('is pending until the wallet has switched, by chain id or by network', async () => {
    const { wallet, now } = await page()
    wallet.policy = { wallet_switchEthereumChain: 'ask' }
    let switching: Promise<unknown> | undefined
    await act(async () => {
      switching = now().switchChain({ chainId: 8453 })
      await wallet.waitForRequest('wallet_switchEthereumChain')
    })
    expect(now()).toMatchObject({ status: 'pending', chainId: 1 })
    await act(async () => {
      wallet.approve()
      await switching
    })
    expect(now()).toMatchObject({ status: 'success', data: 'eip155:8453', chainId: 8453 })
    wallet.policy = 'approve'
    await act(() => now().switchChain({ network: 'eip155:1' }))
    expect(now().chainId).toBe(1)
  })
  it('rejects with DECLINED when the person declines, with BAD_NETWORK without a network, and stays', async () => {
    const { wallet, now } = await page()
    wallet.policy = { wallet_switchEthereumChain: 'reject' }
    const switchTo = (choice: object) => act(() => thrownBy(now().switchChain(choice)))
    expect(await switchTo({ chainId: 8453 })).toMatchObject({ code: 'DECLINED' })
    expect(now()).toMatchObject({ status: 'error', error: { code: 'DECLINED' }, chainId: 1 })
    expect(await switchTo({})).toMatchObject({
      code: 'BAD_NETWORK',
      message: expect.stringContaining('chainId: 8453'),
    })
  })
})

describe('useSignMessage', () => {
  it('returns a signature of the active account', async () => {
    const { portico } = await openPage()
    const { now } = await renderHook(portico, () => useSignMessage('eip155'))
    const signature = await act(() => now().signMessage({ message: 'Hello' }))
    expect(await verifyMessage({ address, message: 'Hello', signature })).toBe(true)
    expect(now()).toMatchObject({ status: 'success', data: signature })
  })
  it('rejects with DECLINED when the person declines, and keeps what the wallet threw as the cause', async () => {
    const { portico, wallet } = await openPage()
    const { now } = await renderHook(portico, () => useSignMessage())
    wallet.policy = { personal_sign: 'reject' }
    const error = await act(() => thrownBy(now().signMessage({ message: 'Hello' })))
    expect(error).toMatchObject({ code: 'DECLINED', cause: { code: 4001 } })
    expect(now().error).toBe(error)
    await act(async () => now().reset())
    expect(now()).toMatchObject({ status: 'idle', error: undefined })
  })
  it('rejects with NO_ACCOUNT where no wallet is connected, without a request', async () => {
    const { portico, wallet } = await openPage({ isConnected: false })
    const { now } = await renderHook(portico, () => useSignMessage('eip155'))
    expect(await act(() => thrownBy(now().signMessage({ message: 'Hello' })))).toMatchObject({
      code: 'NO_ACCOUNT',
      message: 'No account is connected that could sign on eip155:1. Connect a wallet first.',
    })
    expect(wallet.calls.map(({ method }) => method)).not.toContain('personal_sign')
  })
  it('rejects with NOT_SUPPORTED on a network whose chain no plugin offers', async () => {
    const { portico } = await openPage()
    const { now } = await renderHook(portico, () => useSignMessage())
    const account = activeAccount(portico.kernel)
    if (!account) throw new TypeError('no account')
    const options = { message: 'Hello', account, network: 'solana:1' } as const
    expect(await act(() => thrownBy(now().signMessage(options)))).toMatchObject({
      code: 'NOT_SUPPORTED',
    })
  })
  it('ignores the answer of a cancelled call, and of an earlier call', async () => {
    const { portico, wallet } = await openPage()
    const { now } = await renderHook(portico, () => useSignMessage())
    wallet.policy = { personal_sign: 'ask' }
    const controller = new AbortController()
    let calls: Promise<unknown>[] = []
    await act(async () => {
      calls = [thrownBy(now().signMessage({ message: 'one', signal: controller.signal }))]
      await wallet.waitForRequest('personal_sign')
      calls.push(thrownBy(now().signMessage({ message: 'two' })))
      await expect.poll(() => wallet.pending.length).toBe(2)
      controller.abort()
      await calls[0]
    })
    expect(await calls[0]).toMatchObject({ name: 'AbortError' })
    expect(now().status).toBe('pending')
    await act(async () => now().reset())
    await act(async () => {
      for (const { id } of wallet.pending) wallet.approve(id)
      await calls[1]
    })
    expect(now()).toMatchObject({ status: 'idle', data: undefined })
  })
})

it('useSignTypedData returns a signature of EIP-712, and rejects with DECLINED', async () => {
  const { portico, wallet } = await openPage()
  const { now } = await renderHook(portico, useSignTypedData)
  const signature = await act(() => now().signTypedData(typed))
  expect(await verifyTypedData({ ...typed, address, signature })).toBe(true)
  wallet.policy = { eth_signTypedData_v4: 'reject' }
  expect(await act(() => thrownBy(now().signTypedData(typed)))).toMatchObject({ code: 'DECLINED' })
})

it('useSendTransaction sends once, useTransaction follows it, and useBalance requests the balance again', async () => {
  const { portico } = await openPage()
  const { now, until } = await renderHook(portico, () => {
    const send = useSendTransaction()
    const entry = useTransaction({ hash: send.data?.hash ?? '', network: 'eip155:1' })
    return { send, entry, balance: useBalance({ chainId: 1 }) }
  })
  expect(now().entry).toBeUndefined()
  await until(({ balance }) => balance.status === 'success')
  const before = now().balance.data?.amount ?? 0n
  const draft = eip155Transaction.draft('eip155:1', { to: bob.address as `0x${string}`, value: 5n })
  await act(() => now().send.sendTransaction({ draft }))
  await until(({ entry }) => entry?.status === 'confirmed')
  await until(({ balance }) => (balance.data?.amount ?? before) < before)
  expect(now().balance.data?.token.decimals).toBe(18)
})

it('useBalance is idle without an account, follows the active account, and keeps its value when a request fails', async () => {
  const { portico, wallet } = await openPage({ isConnected: false })
  const { now, until } = await renderHook(portico, () => ({
    balance: useBalance(),
    connect: useConnect(),
    disconnect: useDisconnect(),
  }))
  expect(now().balance).toMatchObject({ status: 'idle', data: undefined })
  await act(() => now().connect.connect({ connector: 'test.fox' }))
  await until(({ balance }) => balance.status === 'success')
  const { data } = now().balance
  wallet.switchAccount(1)
  await until(({ balance }) => balance.status === 'success' && balance.data !== data)
  await act(() => now().disconnect.disconnect())
  expect(now().balance.status).toBe('idle')
})

it('useTokens lists the tokens of the active account, and is idle without one', async () => {
  const { portico } = await openPage({ isConnected: false, plugins: [balances()] })
  const { now, until } = await renderHook(portico, () => ({
    ...useTokens(),
    connect: useConnect(),
  }))
  expect(now()).toMatchObject({ status: 'idle', data: undefined })
  await act(() => now().connect.connect({ connector: 'test.fox' }))
  await until(({ status }) => status === 'success')
  expect(now().data?.[0]?.token.asset).toBe('native')
  await act(() => now().refetch())
  expect(now().error).toBeUndefined()
})

it('useSignIn returns the session of the active account, and names the missing plugin', async () => {
  const { portico, wallet } = await openPage({ plugins: [siwx({ required: false })] })
  const { now, until } = await renderHook(portico, useSignIn)
  expect(now().session).toBeUndefined()
  let signing: Promise<unknown> | undefined
  await act(async () => {
    signing = now().signIn()
  })
  expect(now().status).toBe('pending')
  const { siwxService } = await import('@portico/plugin-siwx')
  await act(() => portico.kernel.use(siwxService).begin())
  await act(() => portico.kernel.use(siwxService).sign())
  await act(async () => void (await signing))
  await until(({ session }) => session?.address === address)
  expect(wallet.calls.filter(({ method }) => method === 'personal_sign')).toHaveLength(1)
  const bare = await renderHook((await openPage()).portico, useSignIn)
  expect(await act(() => thrownBy(bare.now().signIn()))).toMatchObject({ code: 'NOT_ENABLED' })
})

it('useSwap returns the state of a swap and its service', async () => {
  const { portico } = await openPage({ plugins: [transactions(), swap()] })
  const { now } = await renderHook(portico, useSwap)
  expect(now()).toMatchObject({ status: 'idle', data: { sourceAmount: '' }, error: undefined })
  await act(() => now().swap.setSlippage(250))
  expect(now().data.slippageBasisPoints).toBe(250)
})

it('useEvents calls the newest handler for each of its events, until it unmounts', async () => {
  const { portico } = await openPage()
  const received: string[] = []
  let name = 'first'
  const { rerender, unmount } = await renderHook(portico, () => {
    const own = name
    useEvents(
      walletDisconnectedEvent,
      ({ connection }) => void received.push(`${own} ${connection}`),
    )
    useEvents([walletConnectedEvent], ({ account }) => void received.push(account.namespace))
    return useDisconnect()
  })
  name = 'second'
  await rerender()
  const { connect, disconnect } = await import('../src/index.js')
  await act(() => disconnect(portico))
  await act(() => connect(portico, { connector: 'test.fox' }))
  expect(received).toEqual(['second eip155/test.fox', 'eip155'])
  await unmount()
  await disconnect(portico)
  expect(received).toHaveLength(2)
})

it('[R28] hooks render their idle state on a server', async () => {
  const { portico } = await openPage()
  const Shown = () => (
    <p>
      {[useSignMessage().status, useBalance().status, useConnect().status, useChainId()].join(' ')}
    </p>
  )
  const html = renderToString(
    <PorticoProvider portico={portico}>
      <Shown />
    </PorticoProvider>,
  )
  expect(html).toBe('<p>idle idle idle 1</p>')
})

it('hooks return the same object while nothing changes, over 1,000 renders', async () => {
  const { portico } = await openPage({ plugins: [transactions(), balances(), swap()] })
  const { seen, rerender, until } = await renderHook(portico, () => [
    useConnect(),
    useDisconnect(),
    useSwitchChain(),
    useSignMessage('eip155'),
    useSignTypedData(),
    useSendTransaction(),
    useSignIn(),
    useBalance({ chainId: 1 }),
    useTokens(),
    useSwap(),
    useAccount('eip155'),
  ])
  await until(([, , , , , , , balance, tokens]) =>
    [balance, tokens].every(one => one && 'status' in one && one.status === 'success'),
  )
  const last = seen.at(-1)
  for (let at = 0; at < 1_000; at++) await rerender()
  expect(seen.length).toBeGreaterThan(1_000)
  expect(seen.at(-1)?.map((one, at) => one === last?.[at])).toEqual(last?.map(() => true))
})
