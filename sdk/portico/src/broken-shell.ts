import { definePlugin, type Plugin } from '@portico/kernel'
import { shell } from '@portico/kernel/contracts'

/** In the place of base plugins that could not start, in production: the buttons live, and say what happened. */
export const brokenShell = (): Plugin =>
  definePlugin({
    id: 'sdk/broken-shell',
    provides: [shell],
    setup(context) {
      const nothing = () => undefined
      context.provide(shell, {
        open: () => void import('./lazy/on-demand.js').then(door => door.showFailure()).catch(context.report),
        close: () => true,
        back: nothing,
        shake: nothing,
        wait: () => nothing,
        setEmbedded: nothing,
      })
    },
  })
