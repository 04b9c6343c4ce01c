// @vitest-environment happy-dom
import { definePlugin, type Kernel, type KernelError, type StorageDriver } from '@portico/kernel'
import { forgetView, settingsView } from '@portico/kernel/account'
import { liveConnections } from '@portico/kernel/session'
import { preferencesService, shellSlice, themeSlice } from '@portico/kernel/shell'
import { type OutboxState, outboxSlice } from '@portico/kernel/transactions'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ada,
  bench,
  click,
  confirm,
  connect,
  kernels,
  main,
  open,
  show,
} from '../../test/views-rig.js'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  cleanup()
  for (const kernel of kernels.splice(0)) kernel.dispose()
  vi.unstubAllGlobals()
})

describe('Disconnect and forget', () => {
  /** Storage that shows what it holds, and can be blocked. */
  function openStorage() {
    const texts = new Map<string, string>()
    const state = { isBlocked: false }
    const guarded = <Answer,>(run: () => Answer): Answer => {
      if (state.isBlocked) throw new DOMException('The operation is insecure.', 'SecurityError')
      return run()
    }
    const driver: StorageDriver = {
      get: key => guarded(() => texts.get(key)),
      set: (key, text) => guarded(() => texts.set(key, text)),
      remove: key => guarded(() => texts.delete(key)),
    }
    return { driver, texts, state }
  }
  /** A page with these entries in the outbox. */
  const outbox = (...log: readonly object[]) =>
    definePlugin({
      id: 'test/outbox',
      owns: [outboxSlice],
      setup: context =>
        void context.restore(
          outboxSlice,
          () => ({ phase: 'ready', log }) as unknown as Extract<OutboxState, { phase: 'ready' }>,
        ),
    })
  const entry = {
    kind: 'send',
    data: 1,
    hash: '0x1',
    network: main,
    from: 't_ada',
    at: 1,
    status: 'pending',
    seen: false,
  }
  const ask = async (kernel: Kernel) => {
    await open(kernel, settingsView)
    await click('Disconnect and forget')
    cleanup()
    await show(kernel)
  }
  const pending = /A transaction is pending/
  const approvals = /Approvals that you gave stay valid/

  it('Disconnect and forget in Settings disconnects only after a second click, and Cancel goes back', async () => {
    const { driver, texts } = openStorage()
    const kernel = await bench([], [ada()], driver)
    await connect(kernel, 'ada')
    await act(async () => kernel.use(preferencesService).choose({ mode: 'light' }))
    await ask(kernel)
    expect(kernel.views.current?.id).toBe(forgetView.id)
    expect([screen.queryByText(pending), screen.queryByText(approvals)]).toEqual([null, null])
    await click('Cancel')
    expect([kernel.views.current?.id, liveConnections(kernel).length]).toEqual([settingsView.id, 1])
    cleanup()
    await ask(kernel)
    await confirm('Disconnect and forget')
    await waitFor(() =>
      expect(kernel.state(shellSlice).toast?.message.en).toBe('Deleted from this browser'),
    )
    expect([kernel.views.current?.id, liveConnections(kernel)]).toEqual(['Connect', []])
    await waitFor(() => expect([...texts.keys()]).toEqual(['portico.preferences']))
    expect(kernel.state(themeSlice).mode).toBe('light')
    expect(kernel.reported).toEqual([])
  })

  it('Disconnect and forget goes back to Settings where no wallet was connected', async () => {
    const kernel = await bench()
    await ask(kernel)
    await confirm('Disconnect and forget')
    await waitFor(() => expect(kernel.views.current?.id).toBe(settingsView.id))
  })

  it.each<[string, readonly object[], boolean, boolean]>([
    ['a pending transaction', [entry], true, false],
    [
      'a request without an answer',
      [
        {
          open: '1',
          status: 'asked',
          network: main,
          from: 't_ada',
          wallet: 'Ada',
          at: 1,
          subject: {},
          seen: false,
        },
      ],
      true,
      false,
    ],
    [
      'an unlimited approval',
      [{ ...entry, isAllowance: true, status: 'confirmed', endedAt: 2, seen: true }],
      false,
      true,
    ],
    ['a transaction that has ended', [{ ...entry, status: 'confirmed', endedAt: 2 }], false, false],
  ])(
    'Disconnect and forget warns of the loss, if there is one, with %s',
    async (_, log, hasPending, hasApprovals) => {
      const kernel = await bench([outbox(...log)])
      await ask(kernel)
      expect([
        screen.queryByText(pending) !== null,
        screen.queryByText(approvals) !== null,
      ]).toEqual([hasPending, hasApprovals])
    },
  )

  it('[R16] Disconnect and forget says that something may still be stored, and what to do, where storage is blocked', async () => {
    const { driver, state } = openStorage()
    const kernel = await bench([], [ada()], driver)
    await connect(kernel, 'ada')
    await ask(kernel)
    state.isBlocked = true
    await confirm('Disconnect and forget')
    await waitFor(() =>
      expect(kernel.state(shellSlice).alert?.title.en).toBe('Not everything was deleted'),
    )
    expect(kernel.state(shellSlice).alert?.detail?.en).toBe(
      "Your wallets are disconnected. Clear this site's data in the settings of your browser.",
    )
    expect(liveConnections(kernel)).toEqual([])
    expect(kernel.reported.map(({ error }) => (error as KernelError).code)).toContain(
      'NOT_FORGOTTEN',
    )
  })

  it('[S8.32] Disconnect and forget says when a wallet could not be notified, though everything is deleted here', async () => {
    const wallet = ada()
    wallet.failDisconnect(new RangeError('no answer'))
    const { driver, texts } = openStorage()
    const kernel = await bench([], [wallet], driver)
    await connect(kernel, 'ada')
    await ask(kernel)
    await confirm('Disconnect and forget')
    await waitFor(() =>
      expect(kernel.state(shellSlice).toast?.message.en).toBe('Failed to disconnect'),
    )
    await waitFor(() => expect([...texts.keys()]).toEqual(['portico.preferences']))
  })
})
