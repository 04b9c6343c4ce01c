import { definePlugin, type Plugin } from '@portico/kernel'
import { shellService } from '@portico/kernel/shell'

/**
 * Replaces the base plugins that could not start, in production, and all plugins where a copy of
 * another version came first on the page. The buttons still work, and open a sentence with the
 * reason.
 */
export const brokenShell = (): Plugin =>
  definePlugin({
    id: 'sdk/broken-shell',
    provides: [shellService],
    setup(context) {
      const nothing = () => undefined
      const report = (isRequested?: boolean) =>
        void import('./failure.js')
          .then(failure => failure.report(isRequested))
          .catch(context.report)
      report()
      context.provide(shellService, {
        open: () => report(true),
        close: () => true,
        back: nothing,
        shake: nothing,
        wait: () => nothing,
        setEmbedded: nothing,
        reportPainted: nothing,
      })
    },
  })
