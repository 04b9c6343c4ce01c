import { definePlugin, once, type Plugin } from '@portico/kernel'
import { trackedEvent } from '@portico/kernel/shell'
import type { AnalyticsOptions } from './options.js'

/**
 * Sends what people do in the modal to the host's endpoint. Without an endpoint it does nothing.
 */
export const analytics = (options: AnalyticsOptions = {}): Plugin =>
  definePlugin({
    id: 'feature/analytics',
    setup(context) {
      if (!options.endpoint) return
      const sender = once(() =>
        import('./sender.js').then(({ createSender }) => createSender(context, options)),
      )
      // Only a browser starts a kernel: an event on a server waits for the start, and is discarded
      // with its request.
      const started = new Promise(resolve => context.onStart(resolve))
      context.on(trackedEvent, event => {
        const at = Date.now()
        started
          .then(sender)
          .then(send => send(event, at))
          .catch(context.report)
      })
      context.onStart(() => context.emit(trackedEvent, { name: 'INITIALIZE' }))
    },
  })
