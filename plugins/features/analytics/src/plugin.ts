import { definePlugin, once, type Plugin } from '@portico/kernel'
import { tracked } from '@portico/kernel/contracts'
import type { AnalyticsOptions } from './options.js'

/** Tells the host, at an address of its own, what people do in the modal. Without an address it does nothing at all. */
export const analytics = (options: AnalyticsOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/analytics',
    setup(context) {
      if (!options.endpoint) return
      const sender = once(() => import('./lazy/sender.js').then(({ createSender }) => createSender(context, options)))
      // Only a browser starts a kernel: what happens on a server waits for that, and goes with its request.
      const started = new Promise(resolve => context.onStart(resolve))
      context.on(tracked, event => {
        const at = Date.now()
        started
          .then(sender)
          .then(send => send(event, at))
          .catch(context.report)
      })
      context.onStart(() => context.emit(tracked, { name: 'INITIALIZE' }))
    },
  })
