import { definePlugin, type Plugin } from '@portico/kernel'
import { shellService } from '@portico/kernel/shell'

/**
 * In the place of base plugins that could not start, in production, and of all plugins where a copy
 * of another version has the page: the buttons live, and say what happened.
 */
export const brokenShell = (): Plugin =>
  definePlugin({
    id: 'sdk/broken-shell',
    provides: [shellService],
    setup(context) {
      const nothing = () => undefined
      const tell = (isAsked?: boolean) =>
        void import('./lazy/failure.js')
          .then(failure => failure.tell(isAsked))
          .catch(context.report)
      tell()
      context.provide(shellService, {
        open: () => tell(true),
        close: () => true,
        back: nothing,
        shake: nothing,
        wait: () => nothing,
        setEmbedded: nothing,
        reportPainted: nothing,
      })
    },
  })
