import { definePlugin, once, type Read, view } from '@portico/kernel'
import {
  afterConnect,
  disconnected,
  languagePacks,
  message,
  openingRules,
  sessionSignIns,
  settingsRows,
  type Translation,
  walletConnected,
} from '@portico/kernel/contracts'
import type { SiwxOptions } from './options.js'
import { access, connectingSiweView, signInsMessage, signInsView, siwxMemory, siwxService, siwxSignMessageView, siwxSlice } from './refs.js'

const rules = { title: message('siwx.title', 'Sign in'), canLeave: (read: Read) => !read.state(siwxSlice).held }

/** Sign-in with an account of any chain. Nothing of it is loaded before somebody is connected; a page that is restored asks nobody anything. */
export const siwx = (options: SiwxOptions = {}) =>
  definePlugin({
    id: 'feature/siwx',
    ...access,
    views: [
      view(siwxSignMessageView, () => import('./views/sign-message-view.js'), rules),
      view(connectingSiweView, () => import('./views/connecting-siwe-view.js'), rules),
      view(signInsView, () => import('./views/sign-ins-view.js'), { title: signInsMessage }),
    ],
    setup(context) {
      const flow = once(async () => (await import('./lazy/controller.js')).create(context, options))
      context.provideLazy(siwxService, ['signIn', 'begin', 'sign', 'stopWaiting', 'cancel', 'signOut', 'sessions'], () =>
        flow().then(service => ({ create: () => service })),
      )
      context.contribute(afterConnect, { id: 'siwx', decide: async (...args) => (await flow()).decide(...args) })
      context.contribute(sessionSignIns, {
        id: 'siwx',
        request: async (...args) => (await flow()).request(...args),
        receive: async (...args) => (await flow()).receive(...args),
      })
      context.contribute(openingRules, { id: 'siwx', rank: 'early', decide: read => (read.state(siwxSlice).due ? { view: siwxSignMessageView } : undefined) })
      context.contribute(settingsRows, {
        id: 'siwx',
        label: signInsMessage,
        icon: 'check',
        view: signInsView,
        when: read => read.state(siwxSlice).sessions.length > 0,
      })
      context.contribute(languagePacks, { id: 'siwx', translations: import.meta.glob<Translation>('./text/*.ts') })
      context.on(walletConnected, async (...args) => (await flow()).connected(...args))
      // Sessions may outlive the connections that they were made with: those end too when everything is disconnected.
      context.on(disconnected, async () => context.state(siwxMemory).isKept && (await flow()).forget())
    },
  })
