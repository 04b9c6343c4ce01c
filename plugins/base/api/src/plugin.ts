import { definePlugin } from '@portico/kernel'
import { http } from '@portico/kernel/contracts'
import type { ApiOptions } from './options.js'

/** The HTTP client that other plugins share. Its code arrives with the first call. */
export const api = (options: ApiOptions = {}) =>
  definePlugin({
    id: 'base/api',
    provides: [http],
    setup(context) {
      context.provideLazy(http, ['get', 'post', 'put', 'delete', 'blob', 'picture'], () =>
        import('./http-client.js').then(code => ({ create: ({ signal }) => code.create(options, signal) })),
      )
    },
  })
