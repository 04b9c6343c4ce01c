// @vitest-environment happy-dom
/** What a developer reads about a wrong set-up, in the console and in the modal. */
import { readFileSync } from 'node:fs'
import { definePlugin } from '@portico/kernel'
import { shellService, shellSlice } from '@portico/kernel/shell'
import { languagePacksSlot } from '@portico/kernel/text'
import { defineEvmNetwork, eip155, mainnet } from '@portico/plugin-eip155'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Portico, PorticoOptions } from '../src/index.js'

type Opened = ReturnType<typeof import('./open-portico.js')['open']>
let open: (options?: Partial<PorticoOptions>) => Opened
let made: Portico[]
const warned = vi.fn<(sentence: string) => void>()
// A page that was just loaded has printed no warning yet.
beforeEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
  ;({ open, made } = await import('./open-portico.js'))
  warned.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(warned)
})
afterEach(() => {
  for (const portico of made) portico.dispose()
})
const sentences = () => warned.mock.calls.map(([sentence]) => sentence)
/** Opens the modal, and returns the title of the alert that it shows. */
async function alertIn({ kernel }: Opened): Promise<string | undefined> {
  kernel.use(shellService).open()
  await vi.waitFor(() => expect(kernel.state(shellSlice).alert).toBeDefined())
  return kernel.state(shellSlice).alert?.title.en
}

it('an app without plugins reads in the console and in the modal that no wallet can connect', async () => {
  const sentence =
    'createPortico: `plugins` is empty, so no wallet can connect. Add a chain: `eip155()`.'
  const opened = open({ plugins: [] })
  expect(sentences()).toEqual([`[portico] ${sentence}`])
  expect(await alertIn(opened)).toBe(sentence)
})
it('a plugin that was not called is named with its place and its call', async () => {
  const sentence = 'createPortico: plugins[1] is a function. Call it: `eip155()`.'
  const opened = open({ plugins: [eip155(), eip155 as never] })
  expect(sentences()).toEqual([`[portico] ${sentence}`])
  expect(await alertIn(opened)).toBe(sentence)
})
it('a viem chain among the networks is named with its place and the way to convert it', async () => {
  const chain = { id: 8453, name: 'Base' } as never
  const opened = open({ plugins: [eip155({ networks: [mainnet, chain] })] })
  const sentence =
    'networks[1] of "chain/eip155" is not a Portico network with the namespace "eip155". Hint: use `mainnet` from @portico/plugin-eip155 or `fromChain(chain)`.'
  expect(opened.errors.map(({ error }) => String(error))).toEqual([`KernelError: ${sentence}`])
  expect(await alertIn(opened)).toBe(sentence)
})
it('an endpoint whose environment variable is not set is named with its network', async () => {
  const unset = undefined as unknown as string
  const opened = open({ plugins: [eip155({ networks: [{ ...mainnet, rpcUrls: [unset] }] })] })
  const sentence =
    'createPortico: rpcUrls[0] of eip155:1 is undefined, not a URL. Is its environment variable set?'
  expect(sentences()).toEqual([`[portico] ${sentence}`])
  expect(await alertIn(opened)).toBe(sentence)
})
it('a plugin that is in the list twice is shown in the modal', async () => {
  const opened = open({ plugins: [eip155(), eip155()] })
  expect(await alertIn(opened)).toMatch(/^The plugin "chain\/eip155" is in the list twice\./)
})
it('an order of a slot that does not exist names the slots of the app', async () => {
  const opened = open({ plugins: [eip155()], order: { acountActions: ['send'] } })
  const [sentence = ''] = sentences()
  expect(sentence).toMatch(
    /^\[portico\] createPortico: `order` names the slot "acountActions", which does not exist\. Slots: "/,
  )
  expect(sentence).toContain('"settingsRows"')
  expect(`[portico] ${await alertIn(opened)}`).toBe(sentence)
})
it('an order of an item that no plugin adds names the items of the slot', async () => {
  const { defaultPlugins } = await import('../src/defaults.js')
  open({ plugins: defaultPlugins(), order: { accountActions: ['sned', 'receive'] } })
  expect(sentences()).toHaveLength(1)
  expect(sentences()[0]).toMatch(
    /`order\.accountActions` names "sned", which no plugin of this app adds\. It has .*"send"/,
  )
})
it('the check of orders knows exactly the slots of the contracts', async () => {
  const { contractSlots } = await import('../src/check-options.js')
  const guide = readFileSync('examples/docs/write-a-feature.md', 'utf8')
  const [places = ''] = /\n## Places to be\n.*?(?=\n## )/s.exec(guide) ?? []
  expect([...contractSlots].sort()).toEqual(
    [...places.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name).sort(),
  )
})
it('an order of items that other plugins would add prints no warning', () => {
  open({
    plugins: [eip155()],
    order: { accountActions: ['send'], connectors: ['fox'], settingsRows: ['theme'] },
  })
  expect(sentences()).toEqual([])
})
it('a message that no plugin of the app has is named, and one of a plugin without translations is not', async () => {
  const rewards = definePlugin({ id: 'my-app/rewards', setup: () => undefined })
  open({
    plugins: [eip155(), rewards],
    messages: {
      'connection.lost': '{wallet} is gone.',
      'conect.title': 'Log in',
      'chain.error.network': 'Wrong network.',
      'rewards.title': 'Rewards',
    },
  })
  await vi.waitFor(() => expect(sentences()).not.toEqual([]), 10_000)
  expect(sentences()).toEqual([
    '[portico] createPortico: `messages` names "conect.title", which no plugin of this app has. Every id is on the documentation\'s page of sentences.',
  ])
})
it('no message is called unknown while the translations cannot be loaded', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  const pack = definePlugin({
    id: 'my-app/pack',
    setup: context =>
      void context.contribute(languagePacksSlot, { id: 'pack', translations: { de: load } }),
  })
  open({ plugins: [eip155(), pack], messages: { 'conect.title': 'Log in' } })
  await vi.waitFor(() => expect(load).toHaveBeenCalled(), 10_000)
  await new Promise(resolve => setTimeout(resolve, 500))
  expect(sentences()).toEqual([])
})
it('options of a feature that is off are named as a contradiction', async () => {
  const { defaultPlugins } = await import('../src/defaults.js')
  defaultPlugins({ features: { swaps: false, send: true }, swap: {}, send: {} })
  expect(sentences()).toEqual([
    '[portico] defaultPlugins: "swap" changes nothing while features.swaps is false. Remove one of the two.',
  ])
})
it('a provider inside another one is named where it has another Portico', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { PorticoProvider } = await import('../src/react.js')
  const root = createRoot(document.createElement('div'))
  const outer = open({ plugins: [eip155()] }).portico
  const show = (inner: typeof outer) =>
    act(async () =>
      root.render(
        <PorticoProvider portico={outer}>
          <PorticoProvider portico={inner} />
        </PorticoProvider>,
      ),
    )
  await show(outer)
  expect(sentences()).toEqual([])
  await act(async () => root.render(null))
  await show(open({ plugins: [eip155()] }).portico)
  expect(sentences()).toEqual([
    '[portico] A PorticoProvider stands inside another one with another Portico, so two modals share this page. Keep the outer one.',
  ])
  await act(async () => root.unmount())
})
/** The error of a render. */
async function thrownBy(element: ReactNode): Promise<unknown> {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const root = createRoot(document.createElement('div'))
  try {
    await act(async () => root.render(element))
    return undefined
  } catch (error) {
    return error
  }
}
it('a button of another copy of the package than its provider names the copies and the way to one', async () => {
  const { PorticoProvider } = await import('../src/react.js')
  const { portico } = open({ plugins: [eip155()] })
  vi.resetModules()
  const { ConnectButton } = await import('../src/react.js')
  const inside = (
    <PorticoProvider portico={portico}>
      <ConnectButton />
    </PorticoProvider>
  )
  expect(await thrownBy(inside)).toMatchObject({
    code: 'NO_PROVIDER',
    message:
      'A Portico hook or button is of another copy of @portico/sdk than <PorticoProvider>. Install one: `npm ls @portico/sdk`, then `npm dedupe`.',
  })
})
it('a button without a provider is told to stand inside one', async () => {
  const { ConnectButton, PorticoProvider } = await import('../src/react.js')
  const { portico } = open({ plugins: [eip155()] })
  const beside = (
    <>
      <PorticoProvider portico={portico} />
      <ConnectButton />
    </>
  )
  expect(await thrownBy(beside)).toMatchObject({
    code: 'NO_PROVIDER',
    message:
      'A Portico hook or button stands outside <PorticoProvider>. Put the provider around it.',
  })
})
it('useAccount and useNetwork name a namespace that no plugin serves', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { PorticoProvider, useAccount, useNetwork } = await import('../src/react.js')
  const Page = () => `${useAccount('ethereum').status} ${useNetwork('ethereum').caipNetwork?.name}`
  const root = createRoot(document.createElement('div'))
  const { portico } = open({ plugins: [eip155()] })
  await act(async () =>
    root.render(
      <PorticoProvider portico={portico}>
        <Page />
      </PorticoProvider>,
    ),
  )
  expect(sentences()).toEqual([
    '[portico] useAccount(): no plugin serves the namespace "ethereum". Use "eip155".',
    '[portico] useNetwork(): no plugin serves the namespace "ethereum". Use "eip155".',
  ])
  await act(async () => root.unmount())
})
it('opening with a namespace that no plugin serves names those that are served', () => {
  const { portico } = open({ plugins: [eip155()] })
  portico.open({ namespace: 'ethereum' })
  portico.open({ namespace: 'eip155' })
  expect(sentences()).toEqual([
    '[portico] open(): no plugin serves the namespace "ethereum". Use "eip155".',
  ])
})
it('opening after dispose is named', () => {
  const { portico } = open({ plugins: [eip155()] })
  portico.dispose()
  try {
    portico.open()
  } catch {
    // The kernel has no services any more.
  }
  expect(sentences()).toEqual([
    '[portico] open() was called after dispose(). Create a new Portico.',
  ])
})
it('a correct set-up prints no warning and shows no alert', async () => {
  const network = defineEvmNetwork({ chainId: 7, name: 'Seven', rpcUrls: [] })
  const opened = open({ plugins: [eip155({ networks: [network] })] })
  await expect(alertIn(opened)).rejects.toThrow('undefined')
  expect(sentences()).toEqual([])
})
it('logLevel "silent" prints no warning', () => {
  open({ plugins: [], logLevel: 'silent' })
  expect(sentences()).toEqual([])
})
it('the provider warns when it gets another Portico, and names a missing one', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  const { PorticoProvider } = await import('../src/react.js')
  const root = createRoot(document.createElement('div'))
  const show = (portico: unknown) =>
    act(async () => root.render(<PorticoProvider portico={portico as never} />))
  const { portico } = open({ plugins: [eip155()] })
  await show(portico)
  await show(portico)
  expect(sentences()).toEqual([])
  await show(open({ plugins: [eip155()] }).portico)
  expect(sentences()).toEqual([
    '[portico] PorticoProvider got another Portico. Call createPortico once, outside of components.',
  ])
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  await expect(show(undefined)).rejects.toThrow('<PorticoProvider> has no `portico`')
  await act(async () => root.unmount())
})
