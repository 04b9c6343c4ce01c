// @vitest-environment happy-dom
import { definePlugin, defineSlot, type Read, type SlotItem, view } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import { closeGuardsSlot, shellService, viewPaintedEvent } from '@portico/kernel/shell'
import { act, useState } from 'react'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { firstView, openFrame } from '../../test/frame.js'
import { counter, counting, countSlice, kernelWith, smallShell } from '../../test/render.js'
import { LazyComponent, modal } from '../index.js'
import { focusFirstField } from '../react/initial-focus.js'

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
      definePlugin({
        id: 'test/view',
        views: [view(firstView, async () => ({ default: () => <p>First view</p> }))],
        setup: () => undefined,
      }),
    )
    let dispose = () => {}
    await act(async () => {
      dispose = modal.mount(kernel)
    })
    expect(document.querySelector('portico-root')).toBeNull()
    await act(async () => kernel.use(shellService).open({ view: firstView }))
    expect(document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open).toBe(
      true,
    )
    await act(async () => void kernel.use(shellService).close())
    expect(document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open).toBe(
      false,
    )
    await act(async () => dispose())
    expect(document.querySelector('portico-root')).toBeNull()
  })

  it('An idle prefetch prepares the fonts of the panel without an element in the page, and a click does not', async () => {
    const measured: string[] = []
    const context = { font: '', measureText: () => void measured.push(context.font) }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    const { kernel } = kernelWith(
      smallShell(),
      definePlugin({
        id: 'test/view',
        views: [view(connectView, async () => ({ default: () => null }))],
        setup: () => undefined,
      }),
    )
    await modal.prefetch(kernel)
    expect(measured).toEqual([])
    document.documentElement.style.setProperty('--portico-font', 'Inter')
    await modal.prefetch(kernel, async () => undefined)
    document.documentElement.style.removeProperty('--portico-font')
    expect(measured).toContain('500 16px Inter')
    expect(document.querySelector('canvas')).toBeNull()
  })

  it('A modal that a click mounts requests the Connect view before React renders, and shows it in its first render', async () => {
    const part = vi.fn(async () => ({ default: () => null }))
    const renders = vi.fn(() => <p>Connect view</p>)
    const load = vi.fn(async () => ({ default: Object.assign(renders, { needs: () => [part] }) }))
    const { kernel } = kernelWith(
      smallShell(),
      definePlugin({ id: 'test/view', views: [view(connectView, load)], setup: () => undefined }),
    )
    kernel.use(shellService).open({ view: connectView })
    let dispose = () => {}
    await act(async () => {
      dispose = modal.mount(kernel)
      expect(load).toHaveBeenCalledTimes(1)
      // React renders when `act` ends.
      for (let resize = 0; resize < 10; resize++) await null
      expect(part).toHaveBeenCalledTimes(1)
      expect(renders).not.toHaveBeenCalled()
    })
    expect(document.querySelector('portico-root')?.shadowRoot?.textContent).toContain(
      'Connect view',
    )
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
    const FirstView = Object.assign(() => <p>First view</p>, {
      needs: (read: Read) => (read.state(countSlice).count ? [] : undefined),
    })
    const { kernel } = kernelWith(
      smallShell(),
      counting,
      definePlugin({
        id: 'test/view',
        views: [view(firstView, async () => ({ default: FirstView }))],
        setup: () => undefined,
      }),
    )
    const painted: string[] = []
    kernel.on(viewPaintedEvent, ({ view }) => painted.push(view))
    let dispose = () => {}
    await act(async () => {
      dispose = modal.mount(kernel)
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
      definePlugin({
        id: 'test/view',
        views: [view(firstView, async () => ({ default: () => <p>First view</p> }))],
        setup: () => undefined,
      }),
    )
    let dispose = () => {}
    await act(async () => {
      dispose = modal.mount(kernel)
    })
    const isOpen = () =>
      document.body.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open
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
    const title = () =>
      frame.root()?.getElementById(frame.dialog()?.getAttribute('aria-labelledby') ?? '')
        ?.textContent
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

  it('[S2.37] The header of an embedded modal shows no Back on a view whose Back would close it', async () => {
    const container = document.body.appendChild(document.createElement('div'))
    const frame = await openFrame({ backCloses: true, container })
    expect(frame.text()).toContain('First view')
    expect(frame.button('Back')).toBeUndefined()
    await act(async () => frame.dispose())
  })

  it('Escape does not close the modal while one guard refuses, although another guard throws', async () => {
    const frame = await openFrame()
    expect(frame.dialog()?.getAttribute('closedby')).toBe('closerequest')
    const guard = (id: string, allows: () => boolean) =>
      definePlugin({
        id: `test/${id}`,
        setup: context => void context.contribute(closeGuardsSlot, { id, allows }),
      })
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
    for (const isFocusMoved of [false, true]) {
      const frame = await openFrame({
        first: () => (
          <>
            <a href="#other">Other</a>
            <Late />
          </>
        ),
      })
      if (isFocusMoved) frame.root()?.querySelector('a')?.focus()
      await act(async () => come())
      expect(frame.root()?.activeElement?.localName).toBe(isFocusMoved ? 'a' : 'input')
      await act(async () => frame.dispose())
    }
  })

  it('A modal opens while an element in another shadow tree of the page has the focus', async () => {
    const host = document.createElement('div')
    const input = document.createElement('input')
    host.attachShadow({ mode: 'open' }).append(input)
    document.body.append(host)
    const failed = vi.fn<(reason: unknown) => void>()
    process.on('uncaughtException', failed)
    onTestFinished(() => void process.off('uncaughtException', failed))
    const frame = await openFrame({ first: () => <button type="button">Press</button> })
    await act(async () => frame.root()?.querySelector('button')?.focus())
    await act(async () => input.focus())
    expect(host.shadowRoot?.activeElement).toBe(input)
    expect(failed).not.toHaveBeenCalled()
    await act(async () => frame.dispose())
    host.remove()
  })

  it('A new view does not take the focus from an element of the page, also when the view begins with a field', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    for (const container of [undefined, document.body.appendChild(document.createElement('div'))]) {
      const frame = await openFrame({
        ...(container && { container }),
        first: () => <input ref={focusFirstField} />,
      })
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
    const { happyDOM } = window as unknown as {
      readonly happyDOM: { setViewport(size: { width: number; height: number }): void }
    }
    const resize = (width: number, height: number) =>
      act(async () => happyDOM.setViewport({ width, height }))
    const isSheet = () => frame.dialog()?.style.getPropertyValue('--p-keyboard') !== ''
    await resize(844, 390)
    const frame = await openFrame()
    expect(isSheet()).toBe(false)
    await resize(390, 844)
    await vi.waitFor(() => expect(isSheet()).toBe(true))
    await resize(844, 390)
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
    const Whole = Object.assign(() => <LazyComponent load={block} waiting="On its way" />, {
      needs: () => [block],
    })
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
    const Growing = Object.assign(() => 'Here already', {
      needs: (read: Read) => read.items(parts).map(({ load }) => load),
    })
    const frame = await openFrame({ load: async () => ({ default: Growing }) })
    expect(frame.text()).toContain('Here already')
    await act(async () => {
      frame.kernel.install(
        definePlugin({
          id: 'test/late',
          setup: context => void context.contribute(parts, { id: 'late', load: lost }),
        }),
      )
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
    expect(
      frame.reports.filter(({ error }) => String(error).includes('needs is broken')),
    ).toHaveLength(1)
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
})
