// @vitest-environment happy-dom
/**
 * The hooks over submitted transactions, on the toy chain of the kernel, whose wallet and ledger
 * are real in this page.
 */
import { memoryStorage } from '@portico/kernel'
import { connectorsSlot } from '@portico/kernel/connector-kit'
import { activeAccount, connectionService } from '@portico/kernel/session'
import { type TallyEntry, tally, tallyTransfer, tallyWallet } from '@portico/kernel/testing'
import { transactions } from '@portico/plugin-transactions'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPortico } from '../src/index.js'
import {
  PorticoProvider,
  type SendTransaction,
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
  const portico = createPortico({
    plugins: [tally({ ledger, wallets: [wallet] }), ...(hasPlugin ? [transactions()] : [])],
    storage: memoryStorage(),
    prefetch: 'none',
    logLevel: 'silent',
  })
  const seen: { send: SendTransaction; list: Transactions }[] = []
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

it('useSendTransaction has the error of the wallet when the person declines, and reset clears the error', async () => {
  const { wallet, ledger, now, send } = await page()
  wallet.misdeed = { writes: () => undefined, answers: throws({ code: 4001, message: 'no' }) }
  expect(await send()).toMatchObject({ code: 4001 })
  expect(now().send).toMatchObject({ status: 'error', data: undefined, error: { code: 4001 } })
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
