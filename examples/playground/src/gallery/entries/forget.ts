import { forgetView } from '@portico/kernel/account'
import { forgottenEvent } from '@portico/kernel/session'
import { type OutboxState, outboxSlice } from '@portico/kernel/transactions'
import { definePlugin, memoryStorage, type Plugin } from '@portico/sdk'
import type { Chapter } from '../entry.js'
import { shadow } from '../stage.js'

const view = 'Forget'
const label = 'Disconnect and forget'
const kept = 'Appearance, language, currency and hidden amounts are kept'

/** An account with a pending transaction, and with an unlimited approval. */
function outbox(): Plugin {
  const entry = { kind: 'send', data: 1, hash: '0x1', network: 'eip155:1', from: '0x1', at: 1 }
  const log = [
    { ...entry, status: 'pending', seen: false },
    { ...entry, hash: '0x2', status: 'confirmed', endedAt: 2, seen: true, isAllowance: true },
  ]
  return definePlugin({
    id: 'gallery/outbox',
    owns: [outboxSlice],
    setup: context =>
      void context.restore(
        outboxSlice,
        () => ({ phase: 'ready', log }) as unknown as Extract<OutboxState, { phase: 'ready' }>,
      ),
  })
}
/** A plugin whose own storage takes its time. */
const slow = (): Plugin =>
  definePlugin({
    id: 'gallery/slow',
    setup: context =>
      void context.on(forgottenEvent, ({ waitUntil }) => waitUntil(new Promise(() => undefined))),
  })
/** Storage that reads, and deletes nothing. */
const stubborn = () => ({
  ...memoryStorage(),
  get: () => '{"version":1}',
  remove: () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  },
})

const chapter: Chapter = {
  cannot: { [view]: { long: 'it shows no third-party name' } },
  entries: [
    {
      id: 'forget/full',
      view,
      kind: 'full',
      title: 'With a pending transaction and an unlimited approval',
      setting: { plugins: chain => [chain, outbox()] },
      async prepare({ connect, press, see }) {
        await connect()
        await press('Settings')
        await press(label)
        await see('A transaction is pending')
        await see(kept)
      },
    },
    {
      id: 'forget/empty',
      view,
      kind: 'empty',
      title: 'No wallet is connected',
      async prepare({ open, see }) {
        open({ view: forgetView })
        await see(kept)
      },
    },
    {
      id: 'forget/loading',
      view,
      kind: 'loading',
      title: 'What a plugin stored is being deleted',
      setting: { plugins: chain => [chain, slow()] },
      async prepare({ open, press, see, until }) {
        open({ view: forgetView })
        await see(kept)
        await press(label)
        await until(() => shadow()?.querySelector('.p-view [aria-busy=true]'), 'the button waits')
      },
    },
    {
      id: 'forget/error',
      view,
      kind: 'error',
      title: 'The browser blocks storage',
      setting: { options: { storage: stubborn() } },
      async prepare({ open, press, see }) {
        open({ view: forgetView })
        await see(kept)
        await press(label)
        await see('Not everything was deleted')
      },
    },
  ],
}
export default chapter
