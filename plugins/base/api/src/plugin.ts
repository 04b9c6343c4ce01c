import { definePlugin } from '@portico/kernel'
import { httpService } from '@portico/kernel/backend'
import type { ApiOptions } from './options.js'

/** Adds the HTTP client that other plugins share. Its code is loaded with the first call. */
export const api = (options: ApiOptions = {}) =>
  definePlugin({
    id: 'base/api',
    provides: [httpService],
    setup(context) {
      context.provideLazy(httpService, ['get', 'post', 'put', 'delete', 'blob', 'picture'], () =>
        import('./http-client.js').then(code => ({
          create: ({ signal }) => code.create(options, signal),
        })),
      )
    },
  })
