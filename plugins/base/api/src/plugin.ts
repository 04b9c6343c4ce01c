import { definePlugin } from '@portico/kernel'
import { http, languagePacks } from '@portico/kernel/contracts'
import type { ApiOptions } from './options.js'

const onDemand = () => import('./on-demand.js')

/** The HTTP client that other plugins share. Its code arrives with the first call. */
export const api = (options: ApiOptions = {}) =>
  definePlugin({
    id: 'base/api',
    provides: [http],
    setup(context) {
      context.provideLazy(http, ['get', 'post', 'put', 'delete', 'blob', 'picture'], () => onDemand().then(door => door.client(options)))
      context.contribute(languagePacks, { id: 'api', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
    },
  })
