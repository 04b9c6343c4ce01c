// @vitest-environment happy-dom
/** Actions without React, composables for Vue and stores for Svelte, with a mock wallet. */
import { KernelError } from '@portico/kernel'
import { expect, it, vi } from 'vitest'
import { readContract, sendCalls, writeContract } from '../src/eip155.js'
import {
  accountSwitchedEvent,
  activeAccount,
  connect,
  createAction,
  createQuery,
  disconnect,
  getBalance,
  type Portico,
  signMessage,
  signTypedData,
  switchChain,
  watch,
} from '../src/index.js'
import { accountStore, actionStore, networkStore, queryStore, readStore } from '../src/svelte.js'
import { createComposables } from '../src/vue.js'
import { openPage, setUpHooks, thrownBy } from './hooks-rig.js'

setUpHooks()
const addressNow = ({ kernel }: Portico) => activeAccount(kernel)?.address

it('watch calls its listener once for each change of what it selects, until it is disposed', async () => {
  const { portico, wallet } = await openPage()
  const [ada, bob] = wallet.addresses
  const seen: unknown[] = []
  const stop = watch(
    portico,
    read => ({ address: activeAccount(read)?.address }),
    (now, before) => void seen.push([before.address, now.address]),
  )
  await switchChain(portico, { chainId: 8453 })
  expect(seen).toEqual([])
  wallet.switchAccount(1)
  await expect.poll(() => addressNow(portico)).toBe(bob)
  expect(seen).toEqual([[ada, bob]])
  stop()
  await disconnect(portico)
  expect(seen).toHaveLength(1)
})

it.each([
  ['signMessage', (portico: Portico) => signMessage(portico, { message: 'x' })],
  [
    'signTypedData',
    (portico: Portico) =>
      signTypedData(portico, { domain: {}, types: {}, primaryType: 'A', message: {} }),
  ],
  ['getBalance', (portico: Portico) => getBalance(portico)],
  ['sendCalls', (portico: Portico) => sendCalls(portico, { calls: [] })],
])('%s rejects with NO_ACCOUNT before a wallet is connected, and never throws', async (_, run) => {
  const { portico } = await openPage({ isConnected: false })
  const error = await thrownBy(run(portico))
  expect(error).toMatchObject({ name: 'SdkError', code: 'NO_ACCOUNT' })
  expect((error as Error).message).toMatch(/Connect a wallet first\.$/)
})

it('an account that has disconnected is named by the connection service', async () => {
  const { portico } = await openPage()
  const account = activeAccount(portico.kernel)
  if (!account) throw new TypeError('no account')
  await disconnect(portico)
  const error = await thrownBy(signMessage(portico, { message: 'x', account }))
  expect(error).toMatchObject({ name: 'ModalError' })
})

it('connect joins a second call for the same wallet, and disconnect without a connection resolves', async () => {
  const { portico, wallet } = await openPage({ isConnected: false })
  await disconnect(portico)
  const [one, two] = await Promise.all([
    connect(portico, { connector: 'test.fox' }),
    connect(portico, { connector: 'test.fox' }),
  ])
  expect(one).toEqual(two)
  expect(wallet.calls.filter(({ method }) => method === 'eth_requestAccounts')).toHaveLength(1)
})

it('connect keeps the wallet connected when the person declines the switch to the chosen network', async () => {
  const { portico, wallet } = await openPage({ isConnected: false })
  wallet.policy = { wallet_switchEthereumChain: 'reject' }
  const connecting = connect(portico, { connector: 'test.fox', chainId: 8453 })
  expect(await thrownBy(connecting)).toMatchObject({ code: 'DECLINED' })
  expect(addressNow(portico)).toBe(wallet.addresses[0])
})

it('readContract and writeContract name a network that is not EVM', async () => {
  const { portico } = await openPage({ plugins: [] })
  const call = { abi: [], address: '0x', functionName: 'f', network: 'solana:1' } as never
  expect(await thrownBy(readContract(portico, call))).toMatchObject({ code: 'BAD_NETWORK' })
  expect(await thrownBy(writeContract(portico, call))).toMatchObject({ code: 'BAD_NETWORK' })
})

it('a thrown value that is no Error becomes WALLET_FAILED, with the value as the cause', async () => {
  const { portico, wallet } = await openPage()
  wallet.policy = { personal_sign: { error: { code: -32_603, message: 'Out of cheese' } } }
  expect(await thrownBy(signMessage(portico, { message: 'x' }))).toMatchObject({
    code: 'WALLET_FAILED',
    message: expect.stringContaining('cheese'),
    cause: { code: -32_603 },
  })
})

it('createAction shows only the newest of two calls, and a call that was reset changes nothing', async () => {
  const settle: ((value: string) => void)[] = []
  const action = createAction(() => new Promise<string>(resolve => void settle.push(resolve)))
  const seen: string[] = []
  const stop = action.subscribe(() => {
    const { status, data = '' } = action.state()
    seen.push(`${status} ${data}`.trim())
  })
  const calls = [action.run(), action.run()]
  settle[1]?.('two')
  expect(await calls[1]).toBe('two')
  settle[0]?.('one')
  expect(await calls[0]).toBe('one')
  expect(seen).toEqual(['pending', 'pending', 'success two'])
  const third = action.run()
  action.reset()
  settle[2]?.('three')
  await third
  expect(action.state()).toEqual({ status: 'idle', data: undefined, error: undefined })
  stop()
  action.reset()
  expect(seen).toHaveLength(5)
})

it('createQuery requests while it has a listener, aborts for another input, and keeps its value when a request fails', async () => {
  const { portico, wallet } = await openPage()
  const signals: AbortSignal[] = []
  let answer: () => Promise<string> = async () => 'one'
  const query = createQuery(
    portico,
    read => activeAccount(read)?.address,
    (_address, signal) => {
      signals.push(signal)
      return answer()
    },
    [accountSwitchedEvent],
  )
  expect([signals.length, query.state().status]).toEqual([0, 'pending'])
  expect(query.initial().status).toBe('idle')
  const listener = vi.fn()
  const stops = [query.subscribe(listener), query.subscribe(listener)]
  expect(query.state().status).toBe('pending')
  await expect.poll(() => query.state()).toMatchObject({ status: 'success', data: 'one' })
  expect(signals).toHaveLength(1)
  const failure = new KernelError('TIMEOUT', 'late')
  answer = () => Promise.reject(failure)
  await query.refetch()
  expect(query.state()).toEqual({ status: 'error', data: 'one', error: failure })
  answer = () => new Promise(() => undefined)
  wallet.switchAccount(1)
  await expect.poll(() => query.state().status).toBe('pending')
  expect(query.state().data).toBeUndefined()
  await disconnect(portico)
  expect(query.state().status).toBe('idle')
  expect(signals.every(({ aborted }, at) => aborted || at < 2)).toBe(true)
  const calls = listener.mock.calls.length
  for (const stop of stops) stop()
  await connect(portico, { connector: 'test.fox' })
  expect(listener.mock.calls.length).toBe(calls)
})

it('the stores for Svelte call a subscriber with the value now and after each change', async () => {
  const { portico, wallet } = await openPage()
  const [ada] = wallet.addresses
  const signing = actionStore(portico, signMessage)
  const seen: Record<string, unknown[]> = {}
  const note = (name: string) => (value: unknown) => {
    seen[name] = [...(seen[name] ?? []), value]
  }
  const stops = [
    accountStore(portico, 'eip155').subscribe(({ address }) => note('account')(address)),
    networkStore(portico).subscribe(({ caipNetwork }) => note('network')(caipNetwork?.id)),
    readStore(portico, read => activeAccount(read)?.namespace).subscribe(note('namespace')),
    signing.subscribe(({ status }) => note('signing')(status)),
    queryStore(
      createQuery(
        portico,
        read => activeAccount(read),
        async account => account.address,
      ),
    ).subscribe(({ status }) => note('query')(status)),
  ]
  await signing.run({ message: 'Hello' })
  signing.reset()
  await disconnect(portico)
  expect(seen).toEqual({
    account: [ada, undefined],
    network: ['1'],
    namespace: ['eip155', undefined],
    signing: ['idle', 'pending', 'success', 'idle'],
    query: ['pending', 'success', 'idle'],
  })
  for (const stop of stops) stop()
  await connect(portico, { connector: 'test.fox' })
  expect(seen.account).toHaveLength(2)
})

it('the composables for Vue follow the state until their scope is disposed', async () => {
  const { portico, wallet } = await openPage()
  const disposals: (() => void)[] = []
  // What Vue gives them: a box, and the end of a component.
  const { useAccount, useNetwork, useAction, useQuery } = createComposables(portico, {
    shallowRef: value => ({ value }),
    onScopeDispose: stop => void disposals.push(stop),
  })
  const [account, network, signing] = [useAccount(), useNetwork(), useAction(signMessage)]
  const query = useQuery(
    createQuery(
      portico,
      read => activeAccount(read),
      async ({ address }) => address,
    ),
  )
  expect(account.value.address).toBe(wallet.addresses[0])
  expect(query.value.status).toBe('pending')
  await expect.poll(() => query.value.data).toBe(wallet.addresses[0])
  await switchChain(portico, { network: { caipNetworkId: 'eip155:8453' } })
  expect(network.value.caipNetwork?.id).toBe('8453')
  wallet.policy = { personal_sign: 'reject' }
  const error = await thrownBy(signing.run({ message: 'Hello' }))
  expect(signing.state.value).toMatchObject({ status: 'error', error: { code: 'DECLINED' } })
  expect(signing.state.value.error).toBe(error)
  signing.reset()
  expect(signing.state.value.status).toBe('idle')
  for (const stop of disposals) stop()
  await disconnect(portico)
  expect(account.value.status).toBe('connected')
})
