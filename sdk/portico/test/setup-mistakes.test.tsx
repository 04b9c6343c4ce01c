// @vitest-environment happy-dom
/** What a developer reads about a wrong set-up, in the console and in the modal. */
import { shellService, shellSlice } from '@portico/kernel/shell'
import { defineEvmNetwork, eip155, mainnet } from '@portico/plugin-eip155'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PorticoOptions } from '../src/index.js'

type Opened = ReturnType<typeof import('./open-portico.js')['open']>
let open: (options?: Partial<PorticoOptions>) => Opened
const warned = vi.fn<(sentence: string) => void>()
// A page that was just loaded has printed no warning yet.
beforeEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.resetModules()
  ;({ open } = await import('./open-portico.js'))
  warned.mockClear()
  vi.spyOn(console, 'warn').mockImplementation(warned)
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
    'networks[1] is not a Portico network of the chain "eip155". Hint: use `mainnet` from @portico/plugin-eip155 or `fromChain(chain)`.'
  expect(opened.errors.map(({ error }) => String(error))).toEqual([`KernelError: ${sentence}`])
  expect(await alertIn(opened)).toBe(sentence)
})
it('a plugin that is in the list twice is shown in the modal', async () => {
  const opened = open({ plugins: [eip155(), eip155()] })
  expect(await alertIn(opened)).toMatch(/^The plugin "chain\/eip155" is in the list twice\./)
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
