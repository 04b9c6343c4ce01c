// @vitest-environment happy-dom
import { definePlugin, defineSlot, type Read, type SlotItem, view } from '@portico/kernel'
import { closeGuards, shell, shellSlice, toasts, viewPainted } from '@portico/kernel/contracts'
import { act, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { firstView, openFrame } from '../../test/frame.js'
import { counter, counting, countSlice, kernelWith, render, smallShell } from '../../test/render.js'
import { LazyFace, mountModal, SlotOutlet, startHere } from '../index.js'

afterEach(() => vi.useRealTimers())

describe('the modal', () => {
  it('[D40a] [D40c] is one element at the end of the body, with an open shadow root and a native dialog in it', async () => {
    const frame = await openFrame()
    expect(document.body.lastElementChild).toBe(frame.host())
    expect(frame.root()?.mode).toBe('open')
    expect(frame.dialog()?.open).toBe(true)
    expect(frame.root()?.querySelectorAll('style, link').length).toBe(0)
    expect(frame.text()).toContain('First view')
    await act(async () => frame.dispose())
    expect(document.querySelector('portico-root')).toBeNull()
  })

  it('stays out of the page until it is opened for the first time, also where it is mounted ahead of that', async () => {
    const { kernel } = kernelWith(
      smallShell(),
      definePlugin({ id: 'test/view', views: [view(firstView, async () => ({ default: () => <p>First view</p> }))], setup: () => undefined }),
    )
    let dispose = () => {}
    await act(async () => {
      dispose = mountModal(kernel)
    })
    expect(document.querySelector('portico-root')).toBeNull()
    await act(async () => kernel.use(shell).open({ view: firstView }))
    expect(document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open).toBe(true)
    await act(async () => void kernel.use(shell).close())
    expect(document.querySelector('portico-root')?.shadowRoot?.querySelector('dialog')?.open).toBe(false)
    await act(async () => dispose())
    expect(document.querySelector('portico-root')).toBeNull()
  })

  it('A view emits viewPainted after its code has loaded and a frame has shown the view', async () => {
    let arrive: (module: { readonly default: () => null }) => void = () => {}
    const code = new Promise<{ readonly default: () => null }>(resolve => {
      arrive = resolve
    })
    const frame = await openFrame({ load: () => code })
    const painted: string[] = []
    frame.kernel.on(viewPainted, ({ view }) => painted.push(view))
    await act(() => new Promise(resolve => setTimeout(resolve, 250)))
    expect(painted).toEqual([])
    await act(async () => arrive({ default: () => null }))
    await vi.waitFor(() => expect(painted).toEqual([firstView.id]))
    await act(async () => frame.dispose())
  })

  it('A view that does not know its parts yet, and shows a skeleton, emits no viewPainted until they are there', async () => {
    const Face = Object.assign(() => <p>First view</p>, { needs: (read: Read) => (read.state(countSlice).count ? [] : undefined) })
    const { kernel } = kernelWith(
      smallShell(),
      counting,
      definePlugin({ id: 'test/view', views: [view(firstView, async () => ({ default: Face }))], setup: () => undefined }),
    )
    const painted: string[] = []
    kernel.on(viewPainted, ({ view }) => painted.push(view))
    let dispose = () => {}
    await act(async () => {
      dispose = mountModal(kernel)
      kernel.use(shell).open({ view: firstView })
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
      await act(async () => kernel.use(shell).open({ view: firstView }))
      expect(isOpen()).toBe(true)
      await act(async () => void kernel.use(shell).close())
    }
    await act(async () => dispose())
  })

  it('names the dialog by the title of its view, or by the name that the view gives itself', async () => {
    const frame = await openFrame()
    const title = () => frame.root()?.getElementById(frame.dialog()?.getAttribute('aria-labelledby') ?? '')?.textContent
    expect(title()).toBe('First')
    await act(async () => frame.push())
    expect(title()).toBe('Second by name')
    await act(async () => frame.kernel.use(shell).back())
    expect(title()).toBe('First')
    await act(async () => frame.dispose())
  })

  it('offers Back where there is something to go back to, and what the view offers where there is not', async () => {
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

  it('[S2.30] offers Back on a view from which back closes, also when it stands alone', async () => {
    const frame = await openFrame({ backCloses: true })
    expect(frame.button('Help')).toBeUndefined()
    await act(async () => frame.button('Back')?.click())
    expect(frame.dialog()?.open).toBe(false)
    await act(async () => frame.dispose())
  })

  it('takes no Escape from the browser while a guard refuses, although another one throws', async () => {
    const frame = await openFrame()
    expect(frame.dialog()?.getAttribute('closedby')).toBe('closerequest')
    const guard = (id: string, allows: () => boolean) =>
      definePlugin({ id: `test/${id}`, setup: context => void context.contribute(closeGuards, { id, allows }) })
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

  it('gives the focus to the field with which a view begins, once the view is seen', async () => {
    const frame = await openFrame({
      first: () => (
        <>
          <a href="#other">Other</a>
          <input ref={startHere} />
        </>
      ),
    })
    expect(frame.root()?.activeElement?.localName).toBe('input')
    await act(async () => frame.dispose())
  })

  it('gives the focus to a field that comes later than its view, unless somebody is elsewhere by then', async () => {
    let come = () => undefined as void
    const Late = () => {
      const [isThere, show] = useState(false)
      come = () => show(true)
      return isThere ? <input ref={startHere} /> : <button type="button">Elsewhere</button>
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

  it('leaves the focus with whoever has it elsewhere in the page when a view comes, also one that begins with a field', async () => {
    const field = document.body.appendChild(document.createElement('input'))
    for (const container of [undefined, document.body.appendChild(document.createElement('div'))]) {
      const frame = await openFrame({ ...(container && { container }), first: () => <input ref={startHere} /> })
      await act(async () => frame.push())
      field.focus()
      await act(async () => frame.kernel.use(shell).back())
      expect(frame.root()?.querySelector('[data-autofocus]')).not.toBeNull()
      expect(document.activeElement).toBe(field)
      await act(async () => frame.push())
      expect(frame.text()).toContain('Second view')
      expect(document.activeElement).toBe(field)
      await act(async () => frame.dispose())
    }
  })

  it('is a sheet once the phone is turned upright while it is open, and none once it is turned back', async () => {
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

  it('opens only once there is something to see: the view, or after 150 ms its skeleton', async () => {
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

  it('shows a view together with what it wants to come with, or after 150 ms as it is where that is not known', async () => {
    vi.useFakeTimers()
    let arrive: (module: { default: () => string }) => void = () => undefined
    const block = () =>
      new Promise<{ default: () => string }>(resolve => {
        arrive = resolve
      })
    const Whole = Object.assign(() => <LazyFace load={block} waiting="On its way" />, { needs: () => [block] })
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

  it('[R35] a view never comes in pieces on a slow machine: a skeleton until it is whole, and after 3 s it waits for no part any more', async () => {
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
                The rest, <LazyFace load={part} waiting="on its way" />
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

  it('a view that was shown stays when more is to come with it', async () => {
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

  it('shows a view that cannot say what it wants to come with, and reports that once', async () => {
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

  it('[R24] shows a view although a part that it wants to come with throws when it is asked for', async () => {
    const broken = () => {
      throw new TypeError('no such file')
    }
    const Whole = Object.assign(() => 'Here', { needs: () => [broken] })
    const frame = await openFrame({ load: async () => ({ default: Whole }) })
    expect(frame.text()).toContain('Here')
    await act(async () => frame.dispose())
  })

  it('reports a view that throws under the name of its plugin, and shows the way back', async () => {
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

  it('tries again when the code of a view did not arrive', async () => {
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
            The rest, <LazyFace load={part} />
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

  it('is there at once when its view was seen before', async () => {
    const frame = await openFrame()
    await act(async () => frame.close())
    expect(frame.text()).not.toContain('First view')
    act(() => frame.kernel.use(shell).open({ view: firstView }))
    expect(frame.text()).toContain('First view')
    expect(frame.dialog()?.open).toBe(true)
    await act(async () => frame.dispose())
  })

  it('says what toasts and alerts say, in places that are announced', async () => {
    const frame = await openFrame()
    await act(async () => {
      frame.kernel.use(toasts).success({ id: 'sent', en: 'Sent {what}', values: { what: '1 MRK' } })
      frame.kernel.use(toasts).alert({ kind: 'warning', title: { id: 'a', en: 'Careful' }, detail: { id: 'b', en: 'This is a test network.' } })
    })
    expect(frame.root()?.querySelector('[role=status]')?.textContent).toBe('Sent 1 MRK')
    expect(frame.root()?.querySelector('[role=alert]')?.textContent).toBe('CarefulThis is a test network.')
    await act(async () => frame.root()?.querySelector<HTMLElement>('[role=alert] button')?.click())
    expect(frame.root()?.querySelector('[role=alert]')?.textContent).toBe('')
    await act(async () => frame.dispose())
  })

  it('[S2] an alert shows three whole addresses of the longest kind', async () => {
    const frame = await openFrame()
    const addresses = ['a', 'b', 'c'].map(letter => `bc1p${letter.repeat(86)}`)
    const values = { to: addresses[0] ?? '', realTo: addresses[1] ?? '', realFrom: addresses[2] ?? '' }
    const detail = {
      id: 'b',
      en: 'You confirmed 1.000000000000000001 ETH to {to}. The network has 5.000000000000000002 ETH to {realTo}, from {realFrom}.',
      values,
    }
    await act(async () => frame.kernel.use(toasts).alert({ kind: 'failure', title: { id: 'a', en: 'Careful' }, detail }))
    const text = frame.root()?.querySelector('[role=alert]')?.textContent
    for (const address of addresses) expect(text).toContain(address)
    await act(async () => frame.dispose())
  })

  it('stands in the page where the host gives it a place: no dialog, no Close', async () => {
    const container = document.body.appendChild(document.createElement('aside'))
    const frame = await openFrame({ container })
    expect(container.firstElementChild).toBe(frame.host())
    expect(frame.dialog()).toBeNull()
    expect(frame.button('Close')).toBeUndefined()
    expect(frame.kernel.state(shellSlice).embedded).toBe(true)
    await act(async () => frame.dispose())
    expect(frame.kernel.state(shellSlice).embedded).toBe(false)
  })

  it('keeps nothing of what it opened, however often it was opened', { tags: 'thorough' }, async () => {
    const frame = await openFrame()
    const size = () => frame.root()?.querySelectorAll('*').length
    await act(async () => frame.close())
    const before = size()
    for (let cycle = 0; cycle < 200; cycle++) {
      act(() => frame.kernel.use(shell).open({ view: firstView }))
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

  it('leaves out the item that fails and reports the plugin that brought it; the others stay', async () => {
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

  it('draws items as the page wants them, and only those that it wants', async () => {
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
