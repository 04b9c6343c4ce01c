import { definePlugin } from '@portico/kernel'
import { http, languagePacks } from '@portico/kernel/contracts'

export interface ApiOptions {
  /** Appended to the query of every call as `clientId`. */
  readonly clientId?: string
  /**
   * Whom pictures are asked of besides this page's own host: `['assets.example', 'cdn.example:8443']`. Each of them learns who looks at what. Default none: icons
   * that are themselves the text are shown, the rest are initials.
   */
  readonly imageHosts?: readonly string[]
}

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
