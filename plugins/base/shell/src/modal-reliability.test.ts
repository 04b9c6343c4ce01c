import { definePlugin, defineView, view } from '@portico/kernel'
import { accountView } from '@portico/kernel/account'
import { connectView, unsupportedChainView } from '@portico/kernel/connect-page'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  boot,
  connect,
  disconnect,
  emptyView,
  errors,
  guard,
  kernel,
  lifted,
  lostView,
  on,
  sendView,
  setUpBench,
  state,
  swapView,
} from '../test/bench.js'

setUpBench()

describe('the reliability of the modal', () => {
  it('the removal of a plugin closes its view, and leaves no empty modal', () => {
    const guest = defineView('Guest')
    for (const embedded of [false, true]) {
      const modal = boot({ embedded })
      const remove = kernel.install(
        definePlugin({ id: 'test/guest', views: [view(guest, emptyView)] }),
      )
      modal.open({ view: guest })
      remove()
      expect(state().open).toBe(embedded)
      expect(on()).toBe(embedded ? 'Connect' : undefined)
      kernel.dispose()
    }
  })

  it('[R29] [R30] a disposed modal leaves no timer behind', async () => {
    const modal = boot()
    modal.open()
    modal.shake()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(1)
    kernel.dispose()
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('[R40] the modal stays consistent over 100,000 random steps: never empty while open, and closable', {
    tags: 'thorough',
  }, () => {
    const locks = { guard: false }
    const modal = boot(
      undefined,
      guard('lock', () => !locks.guard),
    )
    let steps = 0
    let renders = 0
    // An assertion object for each of a million checks would take most of the time.
    const hold = (promise: boolean, sentence: string) =>
      void (promise || expect.unreachable(sentence))
    const check = () => {
      renders++
      const { history, current } = kernel.views
      hold(!state().open || history.length > 0, 'an open modal is empty')
      hold(current === history.at(-1), 'the view is not the top of the history')
    }
    const refused = () => locks.guard || (on() === 'Swap' && !lifted.canLeave)
    const actions: readonly ((n: number) => void)[] = [
      () => modal.open(),
      n =>
        modal.open({
          view: [sendView, swapView, unsupportedChainView, lostView][n % 4] ?? sendView,
        }),
      n => modal.open({ namespace: n % 2 ? 'tally' : 'other' }),
      () => {
        const before = kernel.views.history
        const [isOpen, isRefused, { embedded }] = [state().open, refused(), state()]
        const closed = modal.close()
        hold(closed === !isRefused, 'close() answers something else than what the guards say')
        if (isRefused) hold(kernel.views.history === before, 'a refused close moves')
        else hold(state().open === (isOpen && embedded), 'close() does not close')
      },
      () => {
        const before = kernel.views.history
        const [isRefused, isHeld, { embedded }] = [
          refused(),
          on() === 'Swap' && !lifted.canLeave,
          state(),
        ]
        const closes = before.length < 2 || before.some(({ id }) => id === 'UnsupportedChain')
        modal.back()
        const { history } = kernel.views
        if (isHeld || (closes && isRefused)) hold(history === before, 'a refused step back moves')
        else if (!closes)
          hold(
            history.length === before.length - 1 && history.every((one, i) => one === before[i]),
            'back does not pop one entry',
          )
        else hold(embedded || history.length === 0, 'back does not close')
      },
      n => state().open && kernel.views.push(sendView, { to: `t_${n % 3}` }),
      () => state().open && kernel.views.push(swapView),
      () => state().open && kernel.views.push(unsupportedChainView),
      () => state().open && kernel.views.replace(accountView),
      () => state().open && kernel.views.reset(connectView),
      () => kernel.views.clear(),
      n => {
        locks.guard = n % 4 === 0
      },
      n => {
        lifted.canLeave = n % 4 !== 0
      },
      n => (n % 2 ? connect() : disconnect()),
      n => modal.setEmbedded(n % 5 === 0),
      n => void vi.advanceTimersByTime(n),
    ]
    kernel.subscribe(check)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(actions.length - 1), fc.nat(600)), {
          minLength: 500,
          maxLength: 500,
          size: 'max',
        }),
        script => {
          for (const [which, n] of script) {
            actions[which]?.(n)
            steps++
            check()
            hold(state().open || !state().embedded, 'an embedded modal is closed')
          }
          locks.guard = false
          lifted.canLeave = true
          modal.setEmbedded(false)
          hold(
            modal.close() && !state().open && kernel.views.history.length === 0,
            'it cannot be closed',
          )
        },
      ),
      { numRuns: 200 },
    )
    expect(steps).toBe(100_000)
    expect(renders).toBeGreaterThan(steps)
    expect(errors).toEqual([])
  })
})
