// @vitest-environment happy-dom
import { definePlugin, defineSlot, type SlotItem } from '@portico/kernel'
import { shellService, shellSlice, toastsService } from '@portico/kernel/shell'
import { act } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstView, openFrame } from '../../test/frame.js'
import { kernelWith, render } from '../../test/render.js'
import { LazyComponent, SlotOutlet } from '../index.js'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a modal whose code or parts fail', () => {
  const refusedView = () => {
    const server = { isThere: false, requests: 0 }
    const load = async () => {
      server.requests++
      if (!server.isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <p>There after all</p> }
    }
    return { server, load }
  }
  const codesOf = (reports: readonly { readonly error: unknown }[]) =>
    reports.map(({ error }) => (error as { code?: unknown }).code)

  it('A view whose code is refused again after Try again says that the page was updated, and reloads it', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    const frame = await openFrame({ load: refusedView().load })
    expect(frame.text()).toContain('This part could not be loaded.')
    expect(frame.text()).not.toContain('connection')
    expect(frame.button('Reload')).toBeUndefined()
    await act(async () => frame.button('Try again')?.click())
    expect(frame.text()).toContain('This page was updated. Reload to continue.')
    expect(frame.button('Try again')).toBeUndefined()
    expect(frame.button('Back')).toBeDefined()
    expect(codesOf(frame.reports)).toEqual(['PART_UNLOADED', 'PAGE_UPDATED'])
    expect(reload).not.toHaveBeenCalled()
    await act(async () => frame.button('Reload')?.click())
    expect(reload).toHaveBeenCalledTimes(1)
    await act(async () => frame.dispose())
    reload.mockRestore()
  })

  it('A view whose code is refused while the browser is offline goes on offering Try again', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { server, load } = refusedView()
    const frame = await openFrame({ load })
    for (let tries = 0; tries < 3; tries++)
      await act(async () => frame.button('Try again')?.click())
    expect(frame.text()).toContain('This part could not be loaded. Check your connection.')
    onLine.mockReturnValue(true)
    server.isThere = true
    await act(async () => frame.button('Try again')?.click())
    expect(frame.text()).toContain('There after all')
    expect(server.requests).toBe(5)
    await act(async () => frame.dispose())
    onLine.mockRestore()
  })

  it('A view whose code was requested offline and is refused once the browser is online goes on offering Try again', async () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const { load } = refusedView()
    const frame = await openFrame({
      load: () => {
        onLine.mockReturnValue(true)
        return load()
      },
    })
    onLine.mockReturnValue(false)
    await act(async () => frame.button('Try again')?.click())
    expect(navigator.onLine).toBe(true)
    expect(frame.text()).toContain('This part could not be loaded.')
    await act(async () => frame.dispose())
    onLine.mockRestore()
  })

  it('A view whose code has not arrived after 15 s says so, never that the page was updated, and is shown when the code arrives', async () => {
    vi.useFakeTimers()
    let arrive: (module: { default: () => string }) => void = () => undefined
    let requests = 0
    const late = () =>
      new Promise<{ default: () => string }>(resolve => {
        requests++
        arrive = resolve
      })
    const frame = await openFrame({ load: late })
    await act(async () => vi.advanceTimersByTime(14_990))
    expect(frame.text()).not.toContain('could not be loaded')
    await act(async () => vi.advanceTimersByTime(20))
    expect(frame.text()).toContain('This part could not be loaded.')
    await act(async () => frame.button('Try again')?.click())
    await act(async () => vi.advanceTimersByTime(15_010))
    expect(frame.text()).toContain('This part could not be loaded.')
    expect(codesOf(frame.reports)).toEqual(['PART_UNLOADED', 'PART_UNLOADED'])
    await act(async () => arrive({ default: () => 'Here at last' }))
    expect(frame.text()).toContain('Here at last')
    expect(requests).toBe(1)
    await act(async () => frame.dispose())
  })

  it('A view part whose code is refused twice is reported and offers Reload in its place, beside the other parts', async () => {
    const { load: part } = refusedView()
    const frame = await openFrame({
      load: async () => ({
        default: () => (
          <>
            The rest, <LazyComponent load={part} />
          </>
        ),
      }),
    })
    expect(frame.text()).toContain('The rest, This part could not be loaded.')
    await act(async () => frame.button('Try again')?.click())
    expect(frame.text()).toContain('The rest, This page was updated. Reload to continue.')
    expect(frame.button('Reload')).toBeDefined()
    expect(codesOf(frame.reports)).toEqual(['PART_UNLOADED', 'PAGE_UPDATED'])
    await act(async () => frame.dispose())
  })

  it('The modal opens without a wait when its view was shown before', async () => {
    const frame = await openFrame()
    await act(async () => frame.close())
    expect(frame.text()).not.toContain('First view')
    act(() => frame.kernel.use(shellService).open({ view: firstView }))
    expect(frame.text()).toContain('First view')
    expect(frame.dialog()?.open).toBe(true)
    await act(async () => frame.dispose())
  })

  it('Toasts and alerts are shown in live regions', async () => {
    const frame = await openFrame()
    await act(async () => {
      frame.kernel
        .use(toastsService)
        .success({ id: 'sent', en: 'Sent {what}', values: { what: '1 MRK' } })
      frame.kernel.use(toastsService).alert({
        kind: 'warning',
        title: { id: 'a', en: 'Careful' },
        detail: { id: 'b', en: 'This is a test network.' },
      })
    })
    expect(frame.root()?.querySelector('[role=status]')?.textContent).toBe('Sent 1 MRK')
    expect(frame.root()?.querySelector('[role=alert]')?.textContent).toBe(
      'CarefulThis is a test network.',
    )
    await act(async () => frame.root()?.querySelector<HTMLElement>('[role=alert] button')?.click())
    expect(frame.root()?.querySelector('[role=alert]')?.textContent).toBe('')
    await act(async () => frame.dispose())
  })

  it('[S2] An alert shows three whole addresses of the longest kind', async () => {
    const frame = await openFrame()
    const addresses = ['a', 'b', 'c'].map(letter => `bc1p${letter.repeat(86)}`)
    const values = {
      to: addresses[0] ?? '',
      realTo: addresses[1] ?? '',
      realFrom: addresses[2] ?? '',
    }
    const detail = {
      id: 'b',
      en: 'You confirmed 1.000000000000000001 ETH to {to}. The network has 5.000000000000000002 ETH to {realTo}, from {realFrom}.',
      values,
    }
    await act(async () =>
      frame.kernel
        .use(toastsService)
        .alert({ kind: 'failure', title: { id: 'a', en: 'Careful' }, detail }),
    )
    const text = frame.root()?.querySelector('[role=alert]')?.textContent
    for (const address of addresses) expect(text).toContain(address)
    await act(async () => frame.dispose())
  })

  it('A modal in a container of the host has no dialog and no Close button', async () => {
    const container = document.body.appendChild(document.createElement('aside'))
    const frame = await openFrame({ container })
    expect(container.firstElementChild).toBe(frame.host())
    expect(frame.dialog()).toBeNull()
    expect(frame.button('Close')).toBeUndefined()
    expect(frame.kernel.state(shellSlice).embedded).toBe(true)
    await act(async () => frame.dispose())
    expect(frame.kernel.state(shellSlice).embedded).toBe(false)
  })

  it('The modal keeps no element of its view after it was opened and closed 200 times', {
    tags: 'thorough',
  }, async () => {
    const frame = await openFrame()
    const size = () => frame.root()?.querySelectorAll('*').length
    await act(async () => frame.close())
    const before = size()
    for (let cycle = 0; cycle < 200; cycle++) {
      act(() => frame.kernel.use(shellService).open({ view: firstView }))
      act(() => void frame.close())
    }
    expect(size()).toBe(before)
    await act(async () => frame.dispose())
  })
})

describe('a slot', () => {
  interface Part extends SlotItem {
    readonly load: () => Promise<{ readonly default: () => string }>
  }
  const parts = /* @__PURE__ */ defineSlot<Part>('parts')
  const part = (id: string, words: () => string): Part => ({
    id,
    load: async () => ({ default: words }),
  })

  it('A slot leaves out an item that throws, reports the plugin of the item, and keeps the other items', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const failure = new RangeError('broken part')
    const { kernel, reports } = kernelWith(
      definePlugin({
        id: 'test/good',
        setup: context =>
          void context.contribute(
            parts,
            part('good', () => 'good'),
          ),
      }),
      definePlugin({
        id: 'test/bad',
        setup: context =>
          void context.contribute(
            parts,
            part('bad', () => {
              throw failure
            }),
          ),
      }),
    )
    const page = await render(kernel, <SlotOutlet of={parts} />)
    expect(page.textContent).toBe('good')
    expect(new Set(reports.map(({ plugin }) => plugin))).toEqual(new Set(['test/bad']))
    said.mockRestore()
  })

  it('A slot draws its items with the given function, and only the items that pass the filter', async () => {
    const { kernel } = kernelWith(
      definePlugin({
        id: 'test/parts',
        setup: context => {
          for (const id of ['a', 'b', 'c'])
            context.contribute(
              parts,
              part(id, () => id),
            )
        },
      }),
    )
    const page = await render(
      kernel,
      <SlotOutlet of={parts} only={({ id }) => id !== 'b'}>
        {({ id }) => <b>{id.toUpperCase()}</b>}
      </SlotOutlet>,
    )
    expect(page.textContent).toBe('AC')
  })
})
