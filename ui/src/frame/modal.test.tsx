// @vitest-environment happy-dom
import { definePlugin, defineSlot, type Read, type SlotItem, view } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { closeGuardsSlot, shellService, shellSlice, toastsService, viewPaintedEvent } from '@portico/kernel/shell'
import { act, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstView, openFrame } from '../../test/frame.js'
import { counter, counting, countSlice, kernelWith, render, smallShell } from '../../test/render.js'
import { focusFirstField, LazyComponent, mountModal, prefetchModal, SlotOutlet } from '../index.js'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('the modal', () => {
  it('[D40a] [D40c] The modal is one element at the end of the body, with an open shadow root and a native dialog in it', async () => {
    const frame = await openFrame()
    expect(document.body.lastElementChild).toBe(frame.host())
    expect(frame.root()?.mode).toBe('open')
    expect(frame.dialog()?.open).toBe(true)
    expect(frame.root()?.querySelectorAll('style, link').length).toBe(0)
    expect(frame.text()).toContain('First view')
    await act(async () => frame.dispose())
    expect(document.querySelector('portico-root')).toBeNull()
  })

  it('A mounted modal is not in the page until it is opened for the first time', async () => {
    const { kernel } = kernelWith(
      smallShell(),
      definePlugin({ id: 'test/view', views: [view(firstView, async () => ({ default: () => <p>First view</p> }))], setup: () => undefined }),
    )
    let dispose = () => {}
    await act(async () => {
      dispose = mountModal(kernel)
    })
    expect(document.querySelector('portico-root')).toBeNull()
    await act(async () => kernel.use(shellService).open({ view: firstView }))
    expect(document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open).toBe(true)
    await act(async () => void kernel.use(shellService).close())
    expect(document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open).toBe(false)
    await act(async () => dispose())
    expect(document.querySelector('portico-root')).toBeNull()
  })

  it('An idle prefetch prepares the fonts of the panel without an element in the page, and a click does not', async () => {
    const measured: string[] = []
    const context = { font: '', measureText: () => void measured.push(context.font) }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    const { kernel } = kernelWith(
      smallShell(),
      definePlugin({ id: 'test/view', views: [view(connectView, async () => ({ default: () => null }))], setup: () => undefined }),
    )
    await prefetchModal(kernel)
    expect(measured).toEqual([])
    document.documentElement.style.setProperty('--portico-font', 'Inter')
    await prefetchModal(kernel, async () => undefined)
    document.documentElement.style.removeProperty('--portico-font')
    expect(measured).toContain('500 16px Inter')
    expect(document.querySelector('canvas')).toBeNull()
  })

  it('A modal that a click mounts requests the Connect view and its parts without waiting for React, and shows them in its first render', async () => {
    const part = vi.fn(async () => ({ default: () => null }))
    const renders = vi.fn(() => <p>Connect view</p>)
    const load = vi.fn(async () => ({ default: Object.assign(renders, { needs: () => [part] }) }))
    const { kernel } = kernelWith(smallShell(), definePlugin({ id: 'test/view', views: [view(connectView, load)], setup: () => undefined }))
    kernel.use(shellService).open({ view: connectView })
    let dispose = () => {}
    await act(async () => {
      dispose = mountModal(kernel)
      expect(load).toHaveBeenCalledTimes(1)
      // React renders when `act` ends.
      for (let turn = 0; turn < 10; turn++) await null
      expect(part).toHaveBeenCalledTimes(1)
      expect(renders).not.toHaveBeenCalled()
    })
    expect(document.querySelector('portico-root')?.shadowRoot?.textContent).toContain('Connect view')
    await act(async () => dispose())
  })

  it('A view emits viewPainted after its code has loaded and a frame has shown the view', async () => {
    let arrive: (module: { readonly default: () => null }) => void = () => {}
    const code = new Promise<{ readonly default: () => null }>(resolve => {
      arrive = resolve
    })
    const frame = await openFrame({ load: () => code })
    const painted: string[] = []
    frame.kernel.on(viewPaintedEvent, ({ view }) => painted.push(view))
    await act(() => new Promise(resolve => setTimeout(resolve, 250)))
    expect(painted).toEqual([])
    await act(async () => arrive({ default: () => null }))
    await vi.waitFor(() => expect(painted).toEqual([firstView.id]))
    await act(async () => frame.dispose())
  })

  it('A view that does not know its parts yet and shows a skeleton emits no viewPainted until the parts have loaded', async () => {
    const Face = Object.assign(() => <p>First view</p>, { needs: (read: Read) => (read.state(countSlice).count ? [] : undefined) })
    const { kernel } = kernelWith(
      smallShell(),
      counting,
      definePlugin({ id: 'test/view', views: [view(firstView, async () => ({ default: Face }))], setup: () => undefined }),
    )
    const painted: string[] = []
    kernel.on(viewPaintedEvent, ({ view }) => painted.push(view))
    let dispose = () => {}
    await act(async () => {
      dispose = mountModal(kernel)
      kernel.use(shellService).open({ view: firstView })
    })
    await act(() => new Promise(resolve => setTimeout(resolve, 300)))
    expect(document.querySelector('portico-root')?.shadowRoot?.textContent).toContain('First view')
    expect(painted).toEqual([])
    await act(async () => kernel.use(counter).set({ count: 1 }))
    await vi.waitFor(() => expect(painted).toEqual([firstView.id]))
    await act(async () => dispose())
  })

  it('The modal opens in the current body of a page whose router has replaced the body', async () => {
    const { kernel } = kernelWith(
      smallShell(),
      definePlugin({ id: 'test/view', views: [view(firstView, async () => ({ default: () => <p>First view</p> }))], setup: () => undefined }),
    )
    let dispose = () => {}
    await act(async () => {
      dispose = mountModal(kernel)
    })
    const isOpen = () => document.body.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open
    for (let visit = 0; visit < 2; visit++) {
      document.body.replaceWith(document.createElement('body'))
      await act(async () => kernel.use(shellService).open({ view: firstView }))
      expect(isOpen()).toBe(true)
      await act(async () => void kernel.use(shellService).close())
    }
    await act(async () => dispose())
  })

  it('The dialog is named by the title of its view, or by the title that the view sets', async () => {
    const frame = await openFrame()
    const title = () => frame.root()?.getElementById(frame.dialog()?.getAttribute('aria-labelledby') ?? '')?.textContent
    expect(title()).toBe('First')
    await act(async () => frame.push())
    expect(title()).toBe('Second by name')
    await act(async () => frame.kernel.use(shellService).back())
    expect(title()).toBe('First')
    await act(async () => frame.dispose())
  })

  it('The header shows Back where there is a previous view, and the action of the view where there is none', async () => {
    const frame = await openFrame()
    expect(frame.button('Back')).toBeUndefined()
    await act(async () => frame.button('Help')?.click())
    expect(frame.text()).toContain('Help view')
    expect(frame.button('Help')).toBeUndefined()
    await act(async () => frame.button('Back')?.click())
    expect(frame.text()).toContain('First view')
    await act(async () => frame.button('Close')?.click())
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => frame.dispose())
  })

  it('[S2.30] The header shows Back on a view whose Back closes the modal, also without a previous view', async () => {
    const frame = await openFrame({ backCloses: true })
    expect(frame.button('Help')).toBeUndefined()
    await act(async () => frame.button('Back')?.click())
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => frame.dispose())
  })

  it('Escape does not close the modal while one guard refuses, although another guard throws', async () => {
    const frame = await openFrame()
    expect(frame.dialog()?.getAttribute('closedby')).toBe('closerequest')
    const guard = (id: string, allows: () => boolean) =>
      definePlugin({ id: `test/${id}`, setup: context => void context.contribute(closeGuardsSlot, { id, allows }) })
    const throws = () => {
      throw new RangeError('broken')
    }
    await act(async () => void frame.kernel.install(guard('broken', throws)))
    expect(frame.dialog()?.getAttribute('closedby')).toBe('closerequest')
    await act(async () => void frame.kernel.install(guard('strict', () => false)))
    expect(frame.dialog()?.getAttribute('closedby')).toBe('none')
    expect(frame.reports).toEqual([])
    await act(async () => frame.dispose())
  })

  it('The first field of a view is focused once the view is shown', async () => {
    const frame = await openFrame({
      first: () => (
        <>
          <a href="#other">Other</a>
          <input ref={focusFirstField} />
        </>
      ),
    })
    expect(frame.root()?.activeElement?.localName).toBe('input')
    await act(async () => frame.dispose())
  })

  it('A first field that renders after its view is focused, unless another element has the focus by then', async () => {
    let come = () => undefined as void
    const Late = () => {
      const [isThere, show] = useState(false)
      come = () => show(true)
      return isThere ? <input ref={focusFirstField} /> : <button type="button">Elsewhere</button>
    }
    for (const isElsewhere of [false, true]) {
      const frame = await openFrame({
        first: () => (
          <>
            <a href="#other">Other</a>
            <Late />
          </>
        ),
      })
      if (isElsewhere) frame.root()?.querySelector('a')?.focus()
      await act(async () => come())
      expect(frame.root()?.activeElement?.localName).toBe(isElsewhere ? 'a' : 'input')
      await act(async () => frame.dispose())
    }
  })

  it('A new view does not take the focus from an element of the page, also when the view begins with a field', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    for (const container of [undefined, document.body.appendChild(document.createElement('div'))]) {
      const frame = await openFrame({ ...(container && { container }), first: () => <input ref={focusFirstField} /> })
      await act(async () => frame.push())
      field.focus()
      await act(async () => frame.kernel.use(shellService).back())
      expect(frame.root()?.querySelector('[data-autofocus]')).not.toBeNull()
      expect(document.activeElement).toBe(field)
      await act(async () => frame.push())
      expect(frame.text()).toContain('Second view')
      expect(document.activeElement).toBe(field)
      await act(async () => frame.dispose())
    }
  })

  it('The open modal becomes a sheet when the phone is turned upright, and stops being one when it is turned back', async () => {
    const { happyDOM } = window as unknown as { readonly happyDOM: { setViewport(size: { width: number; height: number }): void } }
    const turn = (width: number, height: number) => act(async () => happyDOM.setViewport({ width, height }))
    const isSheet = () => frame.dialog()?.style.getPropertyValue('--p-keyboard') !== ''
    await turn(844, 390)
    const frame = await openFrame()
    expect(isSheet()).toBe(false)
    await turn(390, 844)
    await vi.waitFor(() => expect(isSheet()).toBe(true))
    await turn(844, 390)
    expect(isSheet()).toBe(false)
    await act(async () => frame.dispose())
  })

  it('The modal opens once its view has loaded, or after 150 ms with a skeleton', async () => {
    vi.useFakeTimers()
    let arrive: (module: { default: () => string }) => void = () => undefined
    const frame = await openFrame({
      load: () =>
        new Promise(resolve => {
          arrive = resolve
        }),
    })
    await act(async () => vi.advanceTimersByTime(149))
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => vi.advanceTimersByTime(2))
    expect(frame.dialog()?.open).toBe(true)
    expect(frame.root()?.querySelector('.p-pending')?.textContent).toBe('Loading')
    await act(async () => arrive({ default: () => 'Here' }))
    expect(frame.text()).toContain('Here')
    await act(async () => frame.dispose())
  })

  it('A view is shown together with the parts it needs, or without them after 150 ms where the view does not know its needs', async () => {
    vi.useFakeTimers()
    let arrive: (module: { default: () => string }) => void = () => undefined
    const block = () =>
      new Promise<{ default: () => string }>(resolve => {
        arrive = resolve
      })
    const Whole = Object.assign(() => <LazyComponent load={block} waiting="On its way" />, { needs: () => [block] })
    const frame = await openFrame({ load: async () => ({ default: Whole }) })
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => arrive({ default: () => 'The block' }))
    expect(frame.text()).toContain('The block')
    await act(async () => frame.dispose())

    const Unknowing = Object.assign(() => 'As it is', { needs: () => undefined })
    const other = await openFrame({ load: async () => ({ default: Unknowing }) })
    await act(async () => vi.advanceTimersByTime(149))
    expect(other.dialog()?.open).toBe(false)
    await act(async () => vi.advanceTimersByTime(2))
    expect(other.text()).toContain('As it is')
    await act(async () => other.dispose())
  })

  it('[R35] A view on a slow machine is a skeleton until its parts have loaded, and is shown without the missing parts after 3 s', async () => {
    vi.useFakeTimers()
    let arrive: (module: { default: () => string }) => void = () => undefined
    const slow = () =>
      new Promise<{ default: () => string }>(resolve => {
        arrive = resolve
      })
    const lost = () => new Promise<{ default: () => string }>(() => undefined)
    const openWith = (part: typeof slow) =>
      openFrame({
        load: async () => ({
          default: Object.assign(
            () => (
              <>
                The rest, <LazyComponent load={part} waiting="on its way" />
              </>
            ),
            { needs: () => [part] },
          ),
        }),
      })
    const frame = await openWith(slow)
    await act(async () => vi.advanceTimersByTime(2_000))
    expect(frame.root()?.querySelector('.p-pending')?.textContent).toBe('Loading')
    expect(frame.text()).not.toContain('The rest')
    await act(async () => arrive({ default: () => 'the part' }))
    expect(frame.text()).toContain('The rest, the part')
    await act(async () => frame.dispose())

    const other = await openWith(lost)
    await act(async () => vi.advanceTimersByTime(2_990))
    expect(other.root()?.querySelector('.p-pending')).not.toBeNull()
    await act(async () => vi.advanceTimersByTime(20))
    expect(other.text()).toContain('The rest, on its way')
    await act(async () => other.dispose())
  })

  it('A view that is shown stays when it needs more parts', async () => {
    vi.useFakeTimers()
    const lost = () => new Promise<{ default: () => string }>(() => undefined)
    const parts = defineSlot<SlotItem & { readonly load: typeof lost }>('test/parts')
    const Growing = Object.assign(() => 'Here already', { needs: (read: Read) => read.items(parts).map(({ load }) => load) })
    const frame = await openFrame({ load: async () => ({ default: Growing }) })
    expect(frame.text()).toContain('Here already')
    await act(async () => {
      frame.kernel.install(definePlugin({ id: 'test/late', setup: context => void context.contribute(parts, { id: 'late', load: lost }) }))
    })
    for (const ms of [1, 149, 1_000, 2_000]) {
      await act(async () => vi.advanceTimersByTime(ms))
      expect(frame.text()).toContain('Here already')
    }
    await act(async () => frame.dispose())
  })

  it('A view whose `needs` throws is shown, and the error is reported once', async () => {
    const Faulty = Object.assign(() => 'Here', {
      needs: () => {
        throw new TypeError('needs is broken')
      },
    })
    const frame = await openFrame({ load: async () => ({ default: Faulty }) })
    expect(frame.text()).toContain('Here')
    expect(frame.reports.filter(({ error }) => String(error).includes('needs is broken'))).toHaveLength(1)
    await act(async () => frame.dispose())
  })

  it('[R24] A view is shown although the loader of a part that it needs throws', async () => {
    const broken = () => {
      throw new TypeError('no such file')
    }
    const Whole = Object.assign(() => 'Here', { needs: () => [broken] })
    const frame = await openFrame({ load: async () => ({ default: Whole }) })
    expect(frame.text()).toContain('Here')
    await act(async () => frame.dispose())
  })

  it('A view that throws is reported under the name of its plugin and replaced by a message with Back', async () => {
    const said = vi.spyOn(console, 'error').mockReturnValue()
    const failure = new RangeError('no')
    const frame = await openFrame({
      first: () => {
        throw failure
      },
    })
    expect(frame.text()).toContain('does not work right now')
    expect(frame.reports).toEqual([{ error: failure, plugin: 'test/frame' }])
    await act(async () => frame.button('Back')?.click())
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => frame.dispose())
    said.mockRestore()
  })

  it('Try again loads the code of a view that did not arrive', async () => {
    let tries = 0
    const frame = await openFrame({
      load: async () => {
        if (tries++ === 0) throw new TypeError('offline')
        return { default: () => <p>There after all</p> }
      },
    })
    expect(frame.text()).toContain('could not be loaded')
    expect(frame.reports.map(({ plugin }) => plugin)).toEqual(['test/frame'])
    await act(async () => frame.button('Try again')?.click())
    expect(frame.text()).toContain('There after all')
    await act(async () => frame.dispose())
  })

  /** A view whose code is refused until `isThere`. */
  const refusedView = () => {
    const server = { isThere: false, requests: 0 }
    const load = async () => {
      server.requests++
      if (!server.isThere) throw new TypeError('Failed to fetch dynamically imported module')
      return { default: () => <p>There after all</p> }
    }
    return { server, load }
  }
  const codesOf = (reports: readonly { readonly error: unknown }[]) => reports.map(({ error }) => (error as { code?: unknown }).code)

  it('A view whose code is refused again after Try again says that the page was updated, and reloads it', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
    const frame = await openFrame({ load: refusedView().load })
    expect(frame.text()).toContain('This part could not be loaded.')
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
    for (let tries = 0; tries < 3; tries++) await act(async () => frame.button('Try again')?.click())
    expect(frame.text()).toContain('This part could not be loaded.')
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

  it('A part of a view whose code is refused twice offers Reload in its place, is reported, and leaves the rest of the view as it is', async () => {
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
      frame.kernel.use(toastsService).success({ id: 'sent', en: 'Sent {what}', values: { what: '1 MRK' } })
      frame.kernel.use(toastsService).alert({ kind: 'warning', title: { id: 'a', en: 'Careful' }, detail: { id: 'b', en: 'This is a test network.' } })
    })
    expect(frame.root()?.querySelector('[role=status]')?.textContent).toBe('Sent 1 MRK')
    expect(frame.root()?.querySelector('[role=alert]')?.textContent).toBe('CarefulThis is a test network.')
    await act(async () => frame.root()?.querySelector<HTMLElement>('[role=alert] button')?.click())
    expect(frame.root()?.querySelector('[role=alert]')?.textContent).toBe('')
    await act(async () => frame.dispose())
  })

  it('[S2] An alert shows three whole addresses of the longest kind', async () => {
    const frame = await openFrame()
    const addresses = ['a', 'b', 'c'].map(letter => `bc1p${letter.repeat(86)}`)
    const values = { to: addresses[0] ?? '', realTo: addresses[1] ?? '', realFrom: addresses[2] ?? '' }
    const detail = {
      id: 'b',
      en: 'You confirmed 1.000000000000000001 ETH to {to}. The network has 5.000000000000000002 ETH to {realTo}, from {realFrom}.',
      values,
    }
    await act(async () => frame.kernel.use(toastsService).alert({ kind: 'failure', title: { id: 'a', en: 'Careful' }, detail }))
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

  it('The modal keeps no element of its view after it was opened and closed 200 times', { tags: 'thorough' }, async () => {
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
  const part = (id: string, words: () => string): Part => ({ id, load: async () => ({ default: words }) })

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
