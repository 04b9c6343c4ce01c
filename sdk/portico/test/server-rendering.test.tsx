import { Writable } from 'node:stream'
import { balances } from '@portico/plugin-balances'
import { eip155 } from '@portico/plugin-eip155'
import { swap } from '@portico/plugin-swap'
import { transactions } from '@portico/plugin-transactions'
import * as ui from '@portico/ui'
import * as button from '@portico/ui/button'
import * as reactParts from '@portico/ui/react'
import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  connectionService,
  createPortico,
  messagesCapability,
  sessionSlice,
  walletConnectedEvent,
} from '../src/index.js'
import * as evm from '../src/react/eip155.js'
import * as signInHooks from '../src/react/sign-in.js'
import * as swapHooks from '../src/react/swap.js'
import * as reactEntry from '../src/react.js'

/** What any part may ask for: a part that comes later is rendered with it too. */
const generous = {
  title: 'Fox',
  label: 'Fox',
  name: 'Fox',
  size: 22,
  src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  value: 'one',
  options: [{ id: 'one', label: 'One' }],
  tabs: [{ id: 'one', label: 'One' }],
  amount: 1_500_000n,
  decimals: 6,
  symbol: 'USDC',
  token: { asset: 'native', network: 'eip155:1', name: 'Ether', symbol: 'ETH', decimals: 18 },
  address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  icon: 'close',
  href: 'https://example.org',
  state: 'waiting',
  kind: 'info',
  of: { kind: 'slot', id: 'accountActions' },
  onClick: () => undefined,
  onChange: () => undefined,
  plugin: 'test',
  fallback: 'Broken',
}
const isComponent = ([name, value]: [string, unknown]) =>
  /^[A-Z]/.test(name) && (typeof value === 'function' || typeof value === 'object')
const isHook = ([name]: [string, unknown]) => /^use[A-Z]/.test(name)
const parts = [
  ...Object.entries(reactEntry).map(entry => ['@portico/sdk/react', ...entry] as const),
  ...Object.entries(evm).map(entry => ['@portico/sdk/react/eip155', ...entry] as const),
  ...Object.entries(signInHooks).map(entry => ['@portico/sdk/react/sign-in', ...entry] as const),
  ...Object.entries(swapHooks).map(entry => ['@portico/sdk/react/swap', ...entry] as const),
  ...Object.entries(ui).map(entry => ['@portico/ui', ...entry] as const),
  ...Object.entries(button).map(entry => ['@portico/ui/button', ...entry] as const),
  ...Object.entries(reactParts).map(entry => ['@portico/ui/react', ...entry] as const),
]
const argumentsOf: Readonly<Record<string, readonly unknown[]>> = {
  useRead: [() => 1],
  useQr: ['text', {}],
  useSecondsUntil: [0],
  useSlice: [sessionSlice],
  useService: [connectionService],
  useSlot: [generous.of],
  useCapability: [messagesCapability, 'eip155:1'],
  useEvents: [walletConnectedEvent, () => undefined],
  useTransaction: [{ hash: '', network: 'eip155:1' }],
  useReadContract: [{ abi: [], address: '0x', functionName: 'name' }],
  useWaitForTransactionReceipt: [{ hash: '0x' }],
  useTask: [async () => undefined],
  useTitle: ['Title'],
  useStyles: ['.p-test{}'],
  useReportErrors: ['test'],
  useFiat: [],
  useOnline: [],
  useTypedText: ['', () => undefined],
  useTypedAmount: ['', () => undefined, 18],
  usePages: [
    { refresh: async () => undefined, more: async () => undefined, plugin: 'test', key: undefined },
  ],
  useRefresh: [{ refresh: async () => undefined, plugin: 'test', key: undefined }],
}

const made: ReturnType<typeof createPortico>[] = []
function within(children: ReactNode) {
  const portico = createPortico({ plugins: [eip155(), balances(), transactions(), swap()] })
  made.push(portico)
  return createElement(
    reactEntry.PorticoProvider,
    { portico },
    createElement(ui.KernelProvider, { kernel: portico.kernel }, children),
  )
}
let said: ReturnType<typeof vi.spyOn>[] = []
beforeEach(() => {
  said = (['error', 'warn'] as const).map(level => vi.spyOn(console, level))
})
afterEach(() => {
  for (const level of said) expect(level).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  for (const portico of made.splice(0)) portico.dispose()
})

describe('[R28] server rendering, without a window', () => {
  it.each(parts.filter(([, ...entry]) => isComponent(entry as [string, unknown])))(
    '%s: %s is rendered without an error',
    (_door, name, part) => {
      expect(globalThis).not.toHaveProperty('window')
      const Part = part as ComponentType<Record<string, unknown>>
      const portico = createPortico({ plugins: [eip155()] })
      made.push(portico)
      const own = /Provider|Boundary/.test(name)
        ? { kernel: portico.kernel, portico }
        : name === 'LazyComponent'
          ? { load: async () => ({ default: () => null }) }
          : name === 'LongList'
            ? { entries: ['one'], draw: () => null, rowHeight: 56 }
            : name === 'TokenList'
              ? { entries: [] }
              : {}
      const children = /^ClickGuard$|^LabelledField$|^Custom/.test(name)
        ? [() => 'Words']
        : /Field|Input/.test(name)
          ? []
          : ['Words']
      expect(() =>
        renderToString(
          within(createElement(Part, { ...generous, ...own }, ...(children as ReactNode[]))),
        ),
      ).not.toThrow()
    },
  )

  it.each(parts.filter(([, ...entry]) => isHook(entry as [string, unknown])))(
    '%s: the hook %s returns a value without an error',
    (_door, name, hook) => {
      const Uses = () => {
        ;(hook as (...all: readonly unknown[]) => unknown)(...(argumentsOf[name] ?? []))
        return 'used'
      }
      expect(renderToString(within(createElement(Uses)))).toContain('used')
    },
  )

  it('server rendering streams as the app router of Next does: buttons first, late parts after', async () => {
    const Late = lazy(async () => {
      await new Promise(resolve => setTimeout(resolve, 20))
      return {
        default: () =>
          createElement('p', {}, createElement(reactEntry.ConnectButton), ' Came late'),
      }
    })
    const chunks: string[] = []
    const errors: unknown[] = []
    await new Promise<void>((resolve, reject) => {
      const sink = new Writable({
        write(chunk, _encoding, done) {
          chunks.push(String(chunk))
          done()
        },
        final(done) {
          resolve()
          done()
        },
      })
      const { pipe } = renderToPipeableStream(
        within(
          createElement('main', {}, [
            createElement(reactEntry.NetworkButton, { key: 'network' }),
            createElement(Suspense, { key: 'late', fallback: 'Loading' }, createElement(Late)),
          ]),
        ),
        {
          onShellReady: () => void pipe(sink),
          onShellError: reject,
          onError: error => void errors.push(error),
        },
      )
    })
    expect(errors).toEqual([])
    expect(chunks[0]).toContain('Ethereum')
    expect(chunks[0]).not.toContain('Came late')
    expect(chunks.join('')).toMatch(/Connect wallet.* Came late/s)
  })
})
