// @vitest-environment happy-dom
import { defineCapability, definePlugin, defineSlot, type SlotItem } from '@portico/kernel'
import { chainsSlot } from '@portico/kernel/chain'
import { act, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { counter, counting, countSlice, kernelWith, render } from '../../test/render.js'
import {
  KernelProvider,
  useCapability,
  useKernel,
  useRead,
  useService,
  useSlice,
  useSlot,
  useTask,
} from '../index.js'

describe('useRead', () => {
  it('useRead renders once for each of 1,000 changes of what it selects, and not for 1,000 other changes', async () => {
    const { kernel } = kernelWith(counting)
    let renders = 0
    function Shown() {
      renders++
      return <p>{useSlice(countSlice, state => state.count)}</p>
    }
    const page = await render(kernel, <Shown />)
    expect(renders).toBe(1)
    for (let other = 1; other <= 1_000; other++)
      await act(async () => kernel.use(counter).set({ other }))
    expect(renders).toBe(1)
    for (let count = 1; count <= 1_000; count++)
      await act(async () => kernel.use(counter).set({ count }))
    expect(renders).toBe(1_001)
    expect(page.textContent).toBe('1000')
  })

  it('useRead returns the same object while its members are identical', async () => {
    const { kernel } = kernelWith(counting)
    const seen = new Set<object>()
    function Shown() {
      seen.add(
        useRead(read => ({
          count: read.state(countSlice).count,
          list: read.state(countSlice).list,
        })),
      )
      return null
    }
    await render(kernel, <Shown />)
    await act(async () => kernel.use(counter).set({ other: 5 }))
    expect(seen.size).toBe(1)
    await act(async () => kernel.use(counter).set({ count: 5 }))
    expect(seen.size).toBe(2)
  })

  it('useRead compares by the function that the caller passes', async () => {
    const { kernel } = kernelWith(counting)
    let renders = 0
    function Shown() {
      renders++
      useRead(
        read => ({ deep: { count: read.state(countSlice).count } }),
        (a, b) => a.deep.count === b.deep.count,
      )
      return null
    }
    await render(kernel, <Shown />)
    await act(async () => kernel.use(counter).set({ other: 1 }))
    expect(renders).toBe(1)
  })

  it('[R28] useRead reads the initial state on the server and while hydrating, and the current state right after, without a warning', async () => {
    const { kernel } = kernelWith(counting)
    const Shown = () => <p>{useSlice(countSlice, state => state.count)}</p>
    const tree = (
      <StrictMode>
        <KernelProvider kernel={kernel}>
          <Shown />
        </KernelProvider>
      </StrictMode>
    )
    kernel.use(counter).set({ count: 7 })
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const place = document.createElement('main')
    const template = new DOMParser().parseFromString(renderToString(tree), 'text/html')
    place.append(...template.body.childNodes)
    expect(place.textContent).toBe('0')
    const root = await act(async () => hydrateRoot(place, tree))
    expect(place.textContent).toBe('7')
    expect(said).not.toHaveBeenCalled()
    await act(async () => root.unmount())
    said.mockRestore()
  })

  it('useKernel names the missing provider where there is none', () => {
    const Lost = () => <p>{String(useKernel())}</p>
    expect(() => renderToString(<Lost />)).toThrow(
      /There is no kernel here.*<KernelProvider>.*npm ls @portico\/ui/,
    )
  })
})

describe('hooks that read the kernel', () => {
  it('useService returns the same service each time, and names a service that no plugin provides', async () => {
    const { kernel } = kernelWith(counting)
    const seen = new Set<unknown>()
    function Shown() {
      seen.add(useService(counter))
      return <p>{useSlice(countSlice).count}</p>
    }
    await render(kernel, <Shown />)
    await act(async () => kernel.use(counter).set({ count: 1 }))
    expect(seen.size).toBe(1)
    const bare = kernelWith().kernel
    expect(() =>
      renderToString(
        <KernelProvider kernel={bare}>
          <Shown />
        </KernelProvider>,
      ),
    ).toThrow(/"counter"/)
  })

  it('useSlot lists the items of a slot in order and follows added and removed items', async () => {
    interface Entry extends SlotItem {
      readonly words: string
    }
    const entries = defineSlot<Entry>('entries')
    const { kernel } = kernelWith(
      counting,
      definePlugin({
        id: 'test/entries',
        setup(context) {
          context.contribute(entries, {
            id: 'late',
            rank: 'late',
            words: 'b',
            when: read => read.state(countSlice).count > 0,
          })
          context.contribute(entries, { id: 'first', rank: 'first', words: 'a' })
        },
      }),
    )
    const Shown = () => <p>{useSlot(entries).map(entry => entry.words)}</p>
    const page = await render(kernel, <Shown />)
    expect(page.textContent).toBe('a')
    await act(async () => kernel.use(counter).set({ count: 1 }))
    expect(page.textContent).toBe('ab')
  })

  it('useCapability finds the capability of the active network, or of the given scope', async () => {
    const greets = defineCapability<() => string>('greets@1')
    const { kernel } = kernelWith(
      definePlugin({
        id: 'test/chain',
        setup(context) {
          const network = {
            id: 'main',
            namespace: 'tally',
            caipNetworkId: 'tally:main' as const,
            name: 'Tally',
            nativeCurrency: { name: 'Mark', symbol: 'MRK', decimals: 0 },
            rpcUrls: [],
          }
          context.contribute(chainsSlot, { id: 'tally', name: 'Tally', networks: [network] })
          context.offer(greets, 'tally', () => 'hello from tally')
        },
      }),
    )
    const Shown = () => (
      <p>
        {useCapability(greets)?.()}, {String(useCapability(greets, 'nowhere:1'))}
      </p>
    )
    expect((await render(kernel, <Shown />)).textContent).toBe('hello from tally, undefined')
  })
})

describe('useTask', () => {
  const deferred = () => {
    let settle: { resolve(value?: unknown): void; reject(error: unknown): void } = {
      resolve: () => undefined,
      reject: () => undefined,
    }
    const promise = new Promise((resolve, reject) => {
      settle = { resolve, reject }
    })
    return { promise, ...settle }
  }

  it('useTask is busy while it runs, ignores a second start, and keeps the error until the next start', async () => {
    const { kernel } = kernelWith()
    let work = deferred()
    const requested: string[] = []
    function Task() {
      const [{ busy, error }, start] = useTask((_signal, name: string) => {
        requested.push(name)
        return work.promise
      })
      return (
        <button type="button" onClick={() => start('x')}>
          {busy ? 'busy' : error instanceof Error ? error.message : 'idle'}
        </button>
      )
    }
    const page = await render(kernel, <Task />)
    const button = page.querySelector('button')
    const click = () => act(async () => button?.click())
    await click()
    await click()
    expect(button?.textContent).toBe('busy')
    expect(requested).toEqual(['x'])
    await act(async () => work.reject(new Error('declined')))
    expect(button?.textContent).toBe('declined')
    work = deferred()
    await click()
    expect(button?.textContent).toBe('busy')
    await act(async () => work.resolve())
    expect(button?.textContent).toBe('idle')
  })

  it('useTask keeps an error that its function throws synchronously', async () => {
    const { kernel } = kernelWith()
    function Task() {
      const [{ error }, start] = useTask(() => {
        throw new RangeError('at once')
      })
      return (
        <button type="button" onClick={() => start()}>
          {error instanceof Error ? error.message : ''}
        </button>
      )
    }
    const page = await render(kernel, <Task />)
    await act(async () => page.querySelector('button')?.click())
    expect(page.textContent).toBe('at once')
  })

  it('useTask aborts its signal on cancel and on unmount, and ignores a result that comes later', async () => {
    const { kernel } = kernelWith()
    const signals: AbortSignal[] = []
    const work = deferred()
    function Task() {
      const [{ busy, error }, start, cancel] = useTask(signal => {
        signals.push(signal)
        return work.promise
      })
      return (
        <>
          <button type="button" onClick={() => (busy ? cancel() : start())} />
          <p>{busy ? 'busy' : String(error)}</p>
        </>
      )
    }
    const place = document.body.appendChild(document.createElement('main'))
    const root = createRoot(place)
    await act(async () =>
      root.render(
        <StrictMode>
          <KernelProvider kernel={kernel}>
            <Task />
          </KernelProvider>
        </StrictMode>,
      ),
    )
    const click = () => act(async () => place.querySelector('button')?.click())
    await click()
    await click()
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    await click()
    await act(async () => root.unmount())
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
    work.reject(new Error('too late'))
  })
})
