// @vitest-environment happy-dom
/**
 * The hooks over submitted transactions, on the toy chain of the kernel, whose wallet and ledger
 * are real in this page.
 */
import { memoryStorage } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeAccount, connectionService } from '@portico/kernel/session'
import { type TallyEntry, tally, tallyTransfer, tallyWallet } from '@portico/kernel/testing'
import { outboxEntries, outboxService } from '@portico/kernel/transactions'
import { transactions } from '@portico/plugin-transactions'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addTransaction, createPortico } from '../src/index.js'
import {
  PorticoProvider,
  type Transactions,
  useSendTransaction,
  useTransactions,
} from '../src/react.js'

const network = 'tally:main'
const throws = (error: object) => () => {
  throw error
}
const draft = tallyTransfer().draft(network, { to: 't_bob', marks: 5n })
const ends: (() => Promise<void>)[] = []
beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  vi.unstubAllGlobals()
})

async function page({ isConnected = true, hasPlugin = true } = {}) {
  const ledger: TallyEntry[] = []
  const wallet = tallyWallet()
  const storage = memoryStorage()
  const portico = createPortico({
    plugins: [tally({ ledger, wallets: [wallet] }), ...(hasPlugin ? [transactions()] : [])],
    storage,
    prefetch: 'none',
    logLevel: 'silent',
  })
  const seen: { send: ReturnType<typeof useSendTransaction>; list: Transactions }[] = []
  function App() {
    seen.push({ send: useSendTransaction(), list: useTransactions() })
    return null
  }
  const root = createRoot(document.createElement('main'))
  await act(async () =>
    root.render(
      <PorticoProvider portico={portico}>
        <App />
      </PorticoProvider>,
    ),
  )
  ends.push(async () => {
    await act(async () => root.unmount())
    portico.dispose()
  })
  const { kernel } = portico
  const reload = () => {
    const again = createPortico({
      plugins: [tally({ ledger, wallets: [wallet] }), transactions()],
      storage,
      prefetch: 'none',
      logLevel: 'silent',
    })
    ends.push(async () => again.dispose())
    return again
  }
  if (isConnected) {
    await act(() => kernel.use(connectionService).discover())
    const [connector] = kernel.items(connectorsSlot)
    await act(
      async () =>
        void (await kernel.use(connectionService).connect(connector?.id ?? '', { network })),
    )
    expect(activeAccount(kernel)).toBeDefined()
  }
  const now = () => seen.at(-1) as (typeof seen)[number]
  const until = (condition: () => boolean) =>
    act(() => vi.waitFor(() => expect(condition()).toBe(true), { timeout: 5_000 }))
  return {
    portico,
    reload,
    wallet,
    ledger,
    now,
    until,
    send: (more = {}) =>
      act(() =>
        now()
          .send.sendTransaction({ draft, ...more })
          .catch((error: unknown) => error),
      ),
  }
}

it('useSendTransaction sends once and returns the hash, and useTransactions lists it until it is confirmed', async () => {
  const { ledger, now, until, send } = await page()
  expect(now().send.status).toBe('idle')
  expect(await send({ data: { order: 7n } })).toEqual({ hash: 'tally:main#1', network })
  expect(now().send).toMatchObject({
    status: 'success',
    data: { hash: 'tally:main#1' },
    error: undefined,
  })
  await until(() => now().list.transactions[0]?.status === 'confirmed')
  expect(now().list).toMatchObject({
    isReady: true,
    transactions: [{ hash: 'tally:main#1', kind: 'app', data: { order: 7n }, from: 't_ada' }],
  })
  expect(ledger).toHaveLength(1)
})

it('useSendTransaction has the error DECLINED when the person declines, and reset clears the error', async () => {
  const { wallet, ledger, now, send } = await page()
  wallet.misdeed = { writes: () => undefined, answers: throws({ code: 4001, message: 'no' }) }
  expect(await send()).toMatchObject({ code: 'DECLINED' })
  expect(now().send).toMatchObject({
    status: 'error',
    data: undefined,
    error: { code: 'DECLINED' },
  })
  expect([ledger, now().list.transactions]).toEqual([[], []])
  await act(async () => now().send.reset())
  expect(now().send).toMatchObject({ status: 'idle', error: undefined })
})

it('[S23] useSendTransaction sends no second request while the first may be sent, unless `beside` is passed', async () => {
  const { wallet, now, send } = await page()
  wallet.misdeed = { writes: () => undefined, answers: throws({ code: -32603, message: 'lost' }) }
  expect(await send()).toMatchObject({ code: 'TRANSACTION_OPEN' })
  expect((now().send.error as Error).cause).toMatchObject({ code: 'WALLET_OUTCOME' })
  wallet.misdeed = undefined
  expect(await send()).toMatchObject({ code: 'TRANSACTION_GUARDED' })
  expect(await send({ beside: true })).toMatchObject({ network })
})

it('an answer after reset changes no state of useSendTransaction, and its transaction is still listed', async () => {
  const { now, until } = await page()
  let sent: Promise<unknown> | undefined
  await act(async () => {
    sent = now().send.sendTransaction({ draft })
  })
  await act(async () => now().send.reset())
  await act(async () => void (await sent))
  expect(now().send.status).toBe('idle')
  await until(() => now().list.transactions.length === 1)
})

it('useSendTransaction names a missing plugin, and a missing account', async () => {
  expect(await (await page({ hasPlugin: false })).send()).toMatchObject({ code: 'NO_TRANSACTIONS' })
  expect(await (await page({ isConnected: false })).send()).toMatchObject({ code: 'NO_ACCOUNT' })
})

const added = { hash: 'tally:main#9', network, description: 'Minted ticket 7' } as const
it('addTransaction lists a transaction of the host with its description, asks no wallet, and keeps it over a reload', async () => {
  const { portico, ledger, now, until, reload } = await page()
  await act(async () => expect(await addTransaction(portico.kernel, added)).toBe(true))
  const listed = {
    hash: added.hash,
    kind: 'app',
    data: { description: 'Minted ticket 7' },
    from: 't_ada',
    isAdded: true,
  }
  await until(() => now().list.transactions.length === 1)
  expect(now().list.transactions).toMatchObject([listed])
  expect(now().list.transactions[0]?.isUnread).toBeUndefined()
  expect(ledger).toEqual([])
  const again = reload()
  await again.start()
  const { kernel } = again
  await kernel.use(outboxService).restore()
  expect(outboxEntries(kernel, 'app')).toMatchObject([listed])
})

it('add of useTransactions adds a hash once', async () => {
  const { now, until } = await page()
  const add = () => act(() => now().list.add(added))
  expect([await add(), await add()]).toEqual([true, false])
  await until(() => now().list.transactions.length === 1)
})

it.each([
  ['an empty hash', { hash: '' }, '`hash`'],
  ['a hash with a space', { hash: '0x1 2' }, '`hash`'],
  ['a hash of 201 characters', { hash: 'x'.repeat(201) }, '`hash`'],
  ['a network that is a number', { network: 1 as never }, '`network`'],
  ['no description', { description: undefined as never }, '`description`'],
  ['a description of invisible marks', { description: '\u202E\u200F' }, '`description`'],
  ['a description of 201 characters', { description: 'x'.repeat(201) }, '`description`'],
  ['an account that is only an address', { account: 't_ada' as never }, '`account`'],
  ['an account without an address', { account: { namespace: 'tally' } as never }, '`account`'],
  [
    'an account of another chain',
    { account: { namespace: 'solana', address: 't_ada' } as never },
    '`account`',
  ],
])('addTransaction rejects %s with BAD_TRANSACTION, and stores nothing', async (_, bad, name) => {
  const { portico, now } = await page()
  await expect(addTransaction(portico.kernel, { ...added, ...bad })).rejects.toMatchObject({
    code: 'BAD_TRANSACTION',
    message: expect.stringContaining(name),
  })
  expect(now().list.transactions).toEqual([])
})

it('addTransaction names a missing argument, a missing plugin, and a missing account', async () => {
  const add = async (options?: Parameters<typeof page>[0], given: unknown = added) =>
    addTransaction((await page(options)).portico.kernel, given as typeof added)
  await expect(add({}, null)).rejects.toMatchObject({ code: 'BAD_TRANSACTION' })
  await expect(add({ hasPlugin: false })).rejects.toMatchObject({ code: 'NO_TRANSACTIONS' })
  await expect(add({ isConnected: false })).rejects.toMatchObject({ code: 'NO_ACCOUNT' })
})
