import { createKernel, definePlugin } from '@portico/kernel'
import { unsupportedChainView } from '@portico/kernel/connect-page'
import { closeGuardsSlot, openingRulesSlot, shellService, shellSlice } from '@portico/kernel/shell'
import { describe, expect, it, vi } from 'vitest'
import {
  boot,
  connect,
  disconnect,
  errors,
  guard,
  kernel,
  lifted,
  lostView,
  on,
  recordedEvents,
  rule,
  sendView,
  setUpBench,
  state,
  swapView,
} from '../test/bench.js'
import { shell } from './plugin.js'

setUpBench()

describe('opening the modal', () => {
  it('[S4.08] opening moves the modal from closed to open, with a view on it, before open() returns', () => {
    const modal = boot()
    expect(state().open).toBe(false)
    modal.open()
    expect(state().open).toBe(true)
    expect(on()).toBe('Connect')
  })

  it('[S4.08] opening emits one event; opening an open modal only changes its view', () => {
    const modal = boot()
    const events = recordedEvents()
    modal.open()
    modal.open({ view: sendView, params: { to: 't_bob' } })
    expect(events).toEqual(['MODAL_OPEN', ['opened', 'Connect']])
    expect(kernel.views.history).toEqual([{ id: 'Send', params: { to: 't_bob' } }])
  })

  it('[S2.16] the first opening rule that applies decides the view, also against a requested view', () => {
    const modal = boot(
      undefined,
      rule({ id: 'late', rank: 'late', decide: () => ({ view: swapView }) }),
      rule({ id: 'second', rank: 'early', decide: () => ({ view: sendView }) }),
      rule({ id: 'silent', rank: 'first', decide: () => undefined }),
      rule({ id: 'first', rank: 'first', decide: () => ({ view: unsupportedChainView }) }),
    )
    modal.open({ view: sendView })
    expect(on()).toBe('UnsupportedChain')
  })

  it('[S2.16] an opening rule that throws, or whose view is not registered, is skipped', () => {
    const modal = boot(
      undefined,
      rule({ id: 'lost', rank: 'first', decide: () => ({ view: lostView }) }),
      rule({
        id: 'broken',
        rank: 'first',
        decide: () => {
          throw new RangeError('broken')
        },
      }),
    )
    modal.open({ view: sendView })
    expect(on()).toBe('Send')
    expect(errors).toEqual([new RangeError('broken')])
  })

  it('[S2.19] a requested view opens, connected or not', () => {
    const modal = boot()
    modal.open({ view: sendView, params: { to: 't_bob' } })
    expect(kernel.views.current).toEqual({ id: 'Send', params: { to: 't_bob' } })
    modal.close()
    connect()
    modal.open({ view: swapView })
    expect(on()).toBe('Swap')
  })

  it('[S2.19] a view can be requested by its name', () => {
    const modal = boot()
    connect()
    modal.open({ view: 'Send', params: { to: 't_bob' } })
    expect(kernel.views.current).toEqual({ id: 'Send', params: { to: 't_bob' } })
  })

  it('[S2.19] a requested view that is not registered is ignored', () => {
    const modal = boot()
    connect()
    for (const view of [lostView, 'Lost', '']) {
      modal.open({ view })
      expect(on()).toBe('Account')
      modal.close()
    }
  })

  it('[S2.20] opening the modal with a connected address shows Account', () => {
    const modal = boot()
    connect()
    modal.open()
    expect(on()).toBe('Account')
  })

  it('[S2.21] opening the modal without a connected address shows Connect', () => {
    const modal = boot()
    connect()
    disconnect()
    modal.open()
    expect(on()).toBe('Connect')
  })

  it('a modal without any view refuses to open, and the error names what is missing', () => {
    const bare = createKernel({ plugins: [shell()] })
    expect(() => bare.use(shellService).open()).toThrow(/Connect/)
    expect(bare.state(shellSlice).open).toBe(false)
    bare.dispose()
  })

  it('[S2.22] opening the modal for one namespace ignores accounts of other namespaces', () => {
    const modal = boot()
    connect('tally')
    modal.open({ namespace: 'other' })
    expect(state().namespace).toBe('other')
    expect(on()).toBe('Connect')
    connect('other')
    modal.open({ namespace: 'other' })
    expect(on()).toBe('Account')
    expect(state().namespace).toBe('other')
  })

  it('[S2.22] changing the view of the open modal keeps its namespace', () => {
    const modal = boot()
    modal.open({ namespace: 'other' })
    modal.open({ view: sendView })
    expect(state().namespace).toBe('other')
  })
})

describe('closing the modal', () => {
  it('[S4.09] closing the modal emits one event', () => {
    const modal = boot()
    modal.open()
    const events = recordedEvents()
    expect(modal.close()).toBe(true)
    expect(modal.close()).toBe(true)
    expect(events).toEqual(['MODAL_CLOSE', ['closed']])
    expect(state().open).toBe(false)
    expect(kernel.views.history).toEqual([])
  })

  it('[S4.11] closing the modal resets the namespace filter', () => {
    const modal = boot()
    modal.open({ namespace: 'other' })
    modal.close()
    expect(state().namespace).toBeUndefined()
    modal.open()
    expect(state().namespace).toBeUndefined()
  })

  it('closing the modal needs the consent of every guard; otherwise the modal shakes', () => {
    const locks = { a: false, b: false }
    const modal = boot(
      undefined,
      guard('a', () => !locks.a),
      guard('b', () => !locks.b),
    )
    modal.open()
    for (const name of ['a', 'b'] as const) {
      locks[name] = true
      expect(modal.close()).toBe(false)
      expect(state()).toMatchObject({ open: true, shaking: true })
      expect(on()).toBe('Connect')
      vi.advanceTimersByTime(500)
      locks[name] = false
    }
    expect(modal.close()).toBe(true)
  })

  it('a modal does not close on a view that must not be left', () => {
    const modal = boot()
    modal.open({ view: swapView })
    lifted.canLeave = false
    expect(modal.close()).toBe(false)
    modal.back()
    expect(on()).toBe('Swap')
    expect(state().shaking).toBe(true)
    lifted.canLeave = true
    expect(modal.close()).toBe(true)
  })

  it('a guard that throws does not prevent closing, and is reported', () => {
    const modal = boot(
      undefined,
      guard('broken', () => {
        throw new RangeError('broken')
      }),
    )
    modal.open()
    expect(modal.close()).toBe(true)
    expect(errors).toEqual([new RangeError('broken')])
  })

  it('[S32] opening rules and close guards can read state, and change nothing', () => {
    const seen: object[] = []
    const modal = boot(
      undefined,
      definePlugin({
        id: 'test/nosy',
        setup(context) {
          context.contribute(openingRulesSlot, {
            id: 'nosy',
            rank: 'first',
            decide: read => void seen.push(read),
          })
          context.contribute(closeGuardsSlot, { id: 'nosy', allows: read => seen.push(read) > 0 })
        },
      }),
    )
    modal.open()
    modal.close()
    expect(seen.map(read => Object.keys(read).sort())).toEqual(
      Array.from({ length: 2 }, () => ['capabilities', 'capability', 'items', 'state']),
    )
  })
})

describe('going back', () => {
  it('[S2.28] going back removes one entry', () => {
    const modal = boot()
    modal.open()
    kernel.views.push(swapView)
    kernel.views.push(sendView, undefined)
    modal.back()
    expect(on()).toBe('Swap')
    expect(state().open).toBe(true)
  })

  it('[S2.29] going back with one entry left closes the modal', () => {
    const modal = boot()
    modal.open()
    modal.back()
    expect(state().open).toBe(false)
  })

  it('[S2.29] going back with one entry left runs the close guards', () => {
    const modal = boot(
      undefined,
      guard('no', () => false),
    )
    modal.open()
    modal.back()
    expect(state()).toMatchObject({ open: true, shaking: true })
  })

  it('[S2.30] going back closes the modal whenever UnsupportedChain is anywhere in the history', () => {
    const modal = boot()
    for (const before of [0, 1, 2]) {
      modal.open()
      for (let i = 0; i < before; i++) kernel.views.push(sendView, { to: `t_${i}` })
      kernel.views.push(unsupportedChainView)
      if (before) kernel.views.push(swapView)
      modal.back()
      expect(state().open).toBe(false)
    }
  })
})

describe('the embedded modal', () => {
  it('[S2.37] [S4.59] closing the embedded modal on an unsupported network stays there, as opening it would', () => {
    const blocked = rule({
      id: 'blocked',
      rank: 'first',
      decide: () => ({ view: unsupportedChainView }),
    })
    const modal = boot({ embedded: true }, blocked)
    connect()
    for (const leave of [modal.close, modal.back]) {
      modal.open()
      leave()
      expect(kernel.views.history.map(({ id }) => id)).toEqual(['UnsupportedChain'])
    }
  })

  it('[S2.34] closing the embedded modal while connected goes to Account', () => {
    const modal = boot({ embedded: true })
    connect()
    modal.open({ view: sendView, namespace: 'tally' })
    expect(modal.close()).toBe(true)
    expect(state()).toMatchObject({ open: true, embedded: true })
    expect(state().namespace).toBeUndefined()
    expect(kernel.views.history.map(({ id }) => id)).toEqual(['Account'])
  })

  it('[S2.35] closing the embedded modal while not connected goes to Connect', () => {
    const modal = boot({ embedded: true })
    modal.open({ view: sendView })
    const events = recordedEvents()
    modal.back()
    expect(state().open).toBe(true)
    expect(kernel.views.history.map(({ id }) => id)).toEqual(['Connect'])
    expect(events).toEqual([])
  })

  it('an embedded modal opens when it is mounted and closes when it is unmounted, whatever guards decide', () => {
    const modal = boot(
      undefined,
      guard('no', () => false),
    )
    modal.setEmbedded(true)
    expect(state()).toMatchObject({ open: true, embedded: true })
    modal.setEmbedded(false)
    expect(state()).toMatchObject({ open: false, embedded: false })
  })
})

describe('shaking and waiting', () => {
  it('[S2.36] the modal shakes for 500 ms on request', () => {
    const modal = boot()
    modal.open()
    modal.shake()
    vi.advanceTimersByTime(499)
    expect(state().shaking).toBe(true)
    vi.advanceTimersByTime(1)
    expect(state().shaking).toBe(false)
  })

  it('[S2.36] a second request to shake starts the 500 ms again', () => {
    const modal = boot()
    modal.shake()
    vi.advanceTimersByTime(400)
    modal.shake()
    vi.advanceTimersByTime(400)
    expect(state().shaking).toBe(true)
    vi.advanceTimersByTime(100)
    expect(state().shaking).toBe(false)
  })

  it('the modal is busy as long as a wallet has a request, and leaves the top layer as long as a wallet draws in the page', () => {
    const modal = boot()
    const first = modal.wait()
    const second = modal.wait({ overlaysPage: true })
    expect(state().waiting).toEqual({ overlaysPage: true })
    second()
    second()
    expect(state().waiting).toEqual({ overlaysPage: false })
    first()
    expect(state().waiting).toBeUndefined()
  })
})
