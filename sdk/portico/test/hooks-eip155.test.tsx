// @vitest-environment happy-dom
/** The hooks that only EVM networks have, with a mock wallet on a local Ethereum chain. */
import { contracts, devAccounts } from '@portico/devnet'
import { connectionService } from '@portico/kernel/session'
import { act } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { disconnect, switchChain } from '../src/index.js'
import {
  useCapabilities,
  useReadContract,
  useSendCalls,
  useWaitForTransactionReceipt,
  useWalletClient,
  useWriteContract,
} from '../src/react/eip155.js'
import { PorticoProvider, useTransaction, useTransactions } from '../src/react.js'
import { openPage, renderHook, setUpHooks, thrownBy } from './hooks-rig.js'

setUpHooks()
const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: [{ type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'mint',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [{ type: 'bool' }],
  },
] as const
const { address } = contracts.porticoDollar
const [ada, bob] = devAccounts
const mint = { abi, address, functionName: 'mint', args: [bob.address, 5n] } as const
const balanceOf = { abi, address, functionName: 'balanceOf', args: [bob.address] } as const

it('useReadContract is pending in its first render, on a server too, and idle while it is not enabled', async () => {
  const { portico } = await openPage()
  const seen: string[] = []
  const Show = ({ enabled }: { readonly enabled: boolean }) => {
    seen.push(useReadContract({ ...balanceOf, enabled }).status)
    return null
  }
  for (const enabled of [true, false])
    renderToString(
      <PorticoProvider portico={portico}>
        <Show enabled={enabled} />
      </PorticoProvider>,
    )
  expect(seen).toEqual(['pending', 'idle'])
  const statuses: string[] = []
  const { until } = await renderHook(portico, () => {
    const read = useReadContract(balanceOf)
    statuses.push(read.status)
    return read
  })
  await until(({ status }) => status === 'success')
  expect(new Set(statuses)).toEqual(new Set(['pending', 'success']))
})

it('useWriteContract sends a contract call, and useWaitForTransactionReceipt returns its receipt', async () => {
  const { portico } = await openPage()
  const { now, until } = await renderHook(portico, () => {
    const write = useWriteContract()
    const receipt = useWaitForTransactionReceipt({ hash: write.data?.hash })
    return { write, receipt, balance: useReadContract(balanceOf), list: useTransactions() }
  })
  expect(now().receipt.status).toBe('idle')
  await until(({ balance }) => balance.status === 'success')
  const before = now().balance.data ?? 0n
  const sent = await act(() => now().write.writeContract(mint))
  expect(now().write).toMatchObject({ status: 'success', data: sent })
  await until(({ receipt }) => receipt.status === 'success')
  expect(now().receipt.data).toMatchObject({ status: 'success', transactionHash: sent.hash })
  expect(now().receipt.data?.logs).toHaveLength(1)
  await act(() => now().balance.refetch())
  expect(now().balance.data).toBe(before + 5n)
  expect(now().list.transactions[0]?.hash).toBe(sent.hash)
})

it('useWaitForTransactionReceipt returns the receipt of a transaction that reverted', async () => {
  const { portico } = await openPage()
  const { now, until } = await renderHook(portico, () => {
    const write = useWriteContract()
    return { write, receipt: useWaitForTransactionReceipt({ hash: write.data?.hash }) }
  })
  const tooMuch = [bob.address, 10n ** 30n] as const
  await act(() =>
    now().write.writeContract({
      abi,
      address,
      functionName: 'transfer',
      args: tooMuch,
      gas: 90_000n,
    }),
  )
  await until(({ receipt }) => receipt.status === 'success')
  expect(now().receipt.data?.status).toBe('reverted')
})

it('useWriteContract rejects with DECLINED when the person declines, and sends nothing', async () => {
  const { portico, wallet } = await openPage()
  const { now } = await renderHook(portico, useWriteContract)
  wallet.policy = { eth_sendTransaction: 'reject' }
  const error = await act(() => thrownBy(now().writeContract(mint)))
  expect(error).toMatchObject({ code: 'DECLINED', cause: { code: 4001 } })
  expect(now().error).toBe(error)
})

it('useWriteContract names a missing plugin, a missing account, another chain, and arguments that do not fit', async () => {
  const write = async (options: Parameters<typeof openPage>[0], call: object = {}) => {
    const { now } = await renderHook((await openPage(options)).portico, useWriteContract)
    return await act(() => thrownBy(now().writeContract({ ...mint, ...call })))
  }
  expect(await write({ plugins: [] })).toMatchObject({ code: 'NO_TRANSACTIONS' })
  expect(await write({ isConnected: false })).toMatchObject({ code: 'NO_ACCOUNT' })
  expect(await write({}, { network: 'solana:1' })).toMatchObject({ code: 'BAD_NETWORK' })
  expect(await write({}, { args: ['no address', 5n] })).toMatchObject({
    name: 'InvalidAddressError',
  })
})

it('useReadContract is idle while its arguments are undefined, and reads once they are there', async () => {
  const { portico } = await openPage({ isConnected: false })
  let owner: `0x${string}` | undefined
  const { now, rerender, until } = await renderHook(portico, () =>
    useReadContract({ ...balanceOf, args: owner && [owner] }),
  )
  expect(now()).toMatchObject({ status: 'idle', data: undefined })
  owner = bob.address
  await rerender()
  await until(({ status }) => status === 'success')
})

it('useReadContract reads again for other arguments, and is idle while it is not enabled', async () => {
  const { portico } = await openPage({ isConnected: false })
  let enabled = false
  let owner: `0x${string}` = bob.address
  const { now, rerender, until } = await renderHook(portico, () =>
    useReadContract({ ...balanceOf, args: [owner], enabled }),
  )
  expect(now()).toMatchObject({ status: 'idle', data: undefined })
  enabled = true
  await rerender()
  await until(({ status }) => status === 'success')
  const first = now().data
  owner = `0x${'12'.repeat(20)}`
  await rerender()
  await until(({ data }) => data === 0n)
  expect(first).toBeTypeOf('bigint')
})

it('useReadContract has an error where there is no contract, and after a switch the value of the other network', async () => {
  const { portico } = await openPage()
  const { now, until } = await renderHook(portico, () => [
    useReadContract({ ...balanceOf, address: `0x${'12'.repeat(20)}` }),
    useReadContract(balanceOf),
  ])
  await until(([wrong, right]) => wrong?.status === 'error' && right?.status === 'success')
  expect(now()[0]?.error).toMatchObject({ name: 'ContractFunctionExecutionError' })
  const { data } = now()[1] ?? {}
  await act(() => switchChain(portico, { chainId: 8453 }))
  await until(([, right]) => right?.status === 'success' && right.data !== data)
})

it('useReadContract ignores an answer that comes after its component has unmounted', async () => {
  const { portico } = await openPage()
  const { seen, now, unmount } = await renderHook(portico, () => useReadContract(balanceOf))
  expect(now().status).toBe('pending')
  const renders = seen.length
  await unmount()
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(seen.length).toBe(renders)
})

it('useWalletClient has a viem client of the active account, and is idle after a disconnect', async () => {
  const { portico, wallet } = await openPage()
  const { now, until } = await renderHook(portico, useWalletClient)
  await until(({ status }) => status === 'success')
  const client = now().data
  expect(client).toMatchObject({ account: { address: ada.address }, chain: { id: 1, name: 'One' } })
  expect(await client?.signMessage({ message: 'Hello' })).toMatch(/^0x/)
  wallet.policy = { personal_sign: 'reject' }
  expect(
    await thrownBy(client?.signMessage({ message: 'Hello' }) as Promise<string>),
  ).toMatchObject({ name: 'UserRejectedRequestError' })
  await act(() => disconnect(portico))
  expect(now()).toMatchObject({ status: 'idle', data: undefined })
})

it('useCapabilities has what the wallet supports, by network and name', async () => {
  const { now, until } = await renderHook((await openPage()).portico, useCapabilities)
  await until(({ status }) => status === 'success')
  expect(now().data?.['eip155:1']).toEqual({ atomic: { status: 'ready' } })
})

it('useCapabilities is {} for a wallet that reports none, and idle without an account', async () => {
  const plain = await openPage({ quirks: { lacks: ['wallet_getCapabilities'] } })
  const bare = await renderHook(plain.portico, useCapabilities)
  await bare.until(({ status }) => status === 'success')
  expect(bare.now().data).toEqual({})
  await act(() => plain.portico.kernel.use(connectionService).disconnect())
  expect(bare.now().status).toBe('idle')
})

const calls = [
  { to: bob.address, value: 1n },
  { to: bob.address, value: 2n },
]
it('useSendCalls sends calls as one transaction, which useTransaction follows by the id of the wallet', async () => {
  const { portico } = await openPage()
  const { now, until } = await renderHook(portico, () => {
    const send = useSendCalls()
    const which = { hash: send.data?.id ?? '', network: 'eip155:1' } as const
    return { send, entry: useTransaction(which), list: useTransactions().transactions }
  })
  await act(() => now().send.sendCalls({ calls }))
  await until(({ entry }) => entry?.status === 'confirmed')
  expect(now().entry?.hash).toMatch(/^0x[\da-f]{64}$/)
  expect(now().list).toHaveLength(1)
})

it('useSendCalls rejects with WALLET_UNSUPPORTED where the wallet cannot send calls as one', async () => {
  const { portico } = await openPage({
    quirks: { lacks: ['wallet_sendCalls', 'wallet_getCapabilities'] },
  })
  const { now } = await renderHook(portico, useSendCalls)
  expect(await act(() => thrownBy(now().sendCalls({ calls })))).toMatchObject({
    code: 'WALLET_UNSUPPORTED',
  })
})

it('an action that is called before it can know an account rejects instead of throwing', async () => {
  const { portico } = await openPage({ isConnected: false })
  const { getCapabilities, getWalletClient } = await import('../src/eip155.js')
  expect(await thrownBy(getWalletClient(portico))).toMatchObject({ code: 'NO_ACCOUNT' })
  expect(await thrownBy(getCapabilities(portico))).toMatchObject({ code: 'NO_ACCOUNT' })
})
