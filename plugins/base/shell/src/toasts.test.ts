import { createKernel, definePlugin, type Kernel, type Plugin, view } from '@portico/kernel'
import { connectView } from '@portico/kernel/connect-page'
import {
  closeGuardsSlot,
  configurationRefusedEvent,
  shellService,
  shellSlice,
  toastsService,
} from '@portico/kernel/shell'
import { ModalError, message } from '@portico/kernel/text'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shell } from './plugin.js'

let kernel: Kernel
const errors: unknown[] = []
const say = () => kernel.use(toastsService)
const shown = () => kernel.state(shellSlice).toast
const words = () => shown()?.message.en
const arrived = () => vi.dynamicImportSettled()
const boot = async (...plugins: readonly Plugin[]) => {
  const stage = definePlugin({
    id: 'test/stage',
    views: [view(connectView, async () => ({ default: () => null }))],
  })
  kernel = createKernel({
    plugins: [shell(), stage, ...plugins],
    onError: error => errors.push(error),
  })
  kernel.use(shellService).open()
  await arrived()
}
/** A toast appears a microtask after its call. */
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(async () => {
  vi.useFakeTimers()
  errors.length = 0
  await boot()
})
afterEach(() => {
  kernel.dispose()
  vi.useRealTimers()
})

describe('the toast of a modal that must stay open', () => {
  const guard = (allows: () => boolean, id = 'guard') =>
    definePlugin({
      id: `test/${id}`,
      setup: context => void context.contribute(closeGuardsSlot, { id, allows }),
    })
  const throws = () => {
    throw new RangeError('broken')
  }
  const close = () => kernel.use(shellService).close()

  it('[S4.40] the modal says that something must be finished first, once for ten attempts', async () => {
    await boot(guard(() => false))
    const seen = new Set<number | undefined>()
    kernel.subscribe(() => seen.add(shown()?.id))
    for (let attempt = 0; attempt < 10; attempt++) close()
    await arrived()
    await after(0)
    expect(shown()).toMatchObject({
      kind: 'failure',
      message: { id: 'shell.held', en: 'Finish or cancel this step first.' },
    })
    expect([...seen].filter(Boolean)).toHaveLength(1)
    await after(2_500)
    expect(shown()).toBeUndefined()
    close()
    await after(0)
    expect(words()).toBe('Finish or cancel this step first.')
  })

  it('the modal keeps a progress toast as it is', async () => {
    await boot(guard(() => false))
    say().progress(message('a', 'Authenticating...'))
    await arrived()
    await after(0)
    close()
    await after(3_000)
    expect(words()).toBe('Authenticating...')
  })

  it('the modal keeps a queued progress toast, too', async () => {
    await boot(guard(() => false))
    say().success(message('s', 'Copied'))
    say().progress(message('a', 'Authenticating...'))
    await arrived()
    await after(50)
    expect(words()).toBeUndefined()
    close()
    await after(3_000)
    expect(words()).toBe('Authenticating...')
  })

  it('the modal shows no toast where it only shakes on request', async () => {
    kernel.use(shellService).shake()
    await arrived()
    await after(0)
    expect(kernel.state(shellSlice).shaking).toBe(true)
    expect(shown()).toBeUndefined()
  })

  it('the modal shows no toast for a guard that throws, which does not prevent closing', async () => {
    await boot(guard(throws))
    kernel.use(shellService).shake()
    await arrived()
    await after(0)
    expect(shown()).toBeUndefined()
    expect(close()).toBe(true)
    expect(errors).toHaveLength(1)
  })

  it('the modal shows the toast for a guard that refuses beside one that throws', async () => {
    await boot(
      guard(throws, 'broken'),
      guard(() => false),
    )
    expect(close()).toBe(false)
    await arrived()
    await after(0)
    expect(words()).toBe('Finish or cancel this step first.')
  })
})

describe('toasts', () => {
  it('[S4.60] a toast over an open one closes the first and shows the new one after 150 ms', async () => {
    say().success(message('a', 'A'))
    await arrived()
    await after(0)
    expect(words()).toBe('A')
    say().success(message('b', 'B'))
    await after(0)
    expect(shown()).toBeUndefined()
    await after(149)
    expect(shown()).toBeUndefined()
    await after(1)
    expect(words()).toBe('B')
  })

  it('[S4.60] a burst of toasts shows the first and the last toast', async () => {
    const seen: (string | undefined)[] = []
    kernel.subscribe(() => seen.push(words()))
    for (const letter of 'abcdefgh') say().progress(message(letter, letter))
    await after(10_000)
    expect(seen.filter(Boolean)).toEqual(['a', 'h'])
  })

  it('the same message twice is two toasts', async () => {
    say().progress(message('a', 'A'))
    await after(0)
    const first = shown()?.id
    say().progress(message('a', 'A'))
    await after(150)
    expect(shown()?.id).toBeGreaterThan(first ?? Number.NaN)
  })

  it.each(['success', 'failure'] as const)(
    'a toast of %s closes by itself after 2.5 s',
    async kind => {
      if (kind === 'success') say().success(message('a', 'A'))
      else say().fail(new RangeError('x'))
      await after(2_499)
      expect(shown()?.kind).toBe(kind)
      await after(1)
      expect(shown()).toBeUndefined()
    },
  )

  it('a progress toast stays until it is replaced or dismissed', async () => {
    say().progress(message('a', 'A'))
    await after(3_600_000)
    expect(shown()).toMatchObject({ kind: 'progress' })
    say().dismiss()
    await after(0)
    expect(shown()).toBeUndefined()
  })

  it('dismissing a toast also removes the waiting toast', async () => {
    say().success(message('a', 'A'))
    say().success(message('b', 'B'))
    say().dismiss()
    await after(10_000)
    expect(shown()).toBeUndefined()
  })

  it('[R29] the toasts of a disposed kernel leave no timer, and late calls do nothing', async () => {
    say().success(message('a', 'A'))
    say().success(message('b', 'B'))
    await after(0)
    const faded = say()
    kernel.dispose()
    await after(0)
    expect(vi.getTimerCount()).toBe(0)
    faded.success(message('c', 'C'))
    await after(10_000)
    expect(errors).toEqual([])
  })
})

describe('failures', () => {
  const declined = Object.assign(new RangeError('User rejected the request.'), { code: 4001 })

  it("a failure toast shows the error's own message", async () => {
    say().fail(
      new ModalError('SEND_FAILED', {
        userMessage: message('send.failed', 'Failed to send {n}.', { n: 1 }),
      }),
    )
    await after(0)
    expect(shown()).toMatchObject({
      kind: 'failure',
      message: { id: 'send.failed', en: 'Failed to send {n}.', values: { n: 1 } },
    })
  })

  it.each([
    [new TypeError('x is not a function')],
    ['text'],
    [undefined],
    [null],
    [{ userMessage: 'text' }],
    [{ name: 'ModalError' }],
    [Object.create(null)],
  ])('a failure toast shows "Something went wrong" for %o', async error => {
    say().fail(error)
    await after(0)
    expect(words()).toBe('Something went wrong')
  })

  it.each([
    ['a decline', declined],
    [
      'a wrapped decline',
      new ModalError('SEND_FAILED', { userMessage: message('a', 'A'), cause: declined }),
    ],
    ['aborted work', new DOMException('', 'AbortError')],
  ])('[R12] a failure toast is not shown for %s', async (_, error) => {
    say().fail(error)
    await after(0)
    expect(shown()).toBeUndefined()
    expect(errors).toEqual([])
  })
})

describe('alerts', () => {
  it('an alert stays until it is dismissed', async () => {
    say().alert({ kind: 'warning', title: message('a', 'A') })
    await after(3_600_000)
    expect(kernel.state(shellSlice).alert).toEqual({ kind: 'warning', title: { id: 'a', en: 'A' } })
    say().dismissAlert()
    await after(0)
    expect(kernel.state(shellSlice).alert).toBeUndefined()
  })

  it('[S8.20] [R3] "Invalid App Configuration" is shown once, whichever service reports it', async () => {
    kernel.dispose()
    const refusals: (() => void)[] = []
    const service = (name: string) =>
      definePlugin({
        id: `test/${name}`,
        setup: context =>
          void refusals.push(() => context.emit(configurationRefusedEvent, { service: name })),
      })
    await boot(service('Directory'), service('Relay'))
    for (const refuse of refusals) refuse()
    await after(0)
    expect(kernel.state(shellSlice).alert).toMatchObject({
      kind: 'failure',
      title: { en: 'Invalid App Configuration' },
      detail: { values: { service: 'Directory' } },
    })
    say().dismissAlert()
    for (const refuse of refusals) refuse()
    await after(0)
    expect(kernel.state(shellSlice).alert).toBeUndefined()
  })
})
