import { definePlugin, once, type Read, view } from '@portico/kernel'
import { settingsRowsSlot } from '@portico/kernel/account'
import {
  afterConnectSlot,
  disconnectedEvent,
  sessionSignInsSlot,
  walletConnectedEvent,
} from '@portico/kernel/session'
import { openingRulesSlot } from '@portico/kernel/shell'
import { languagePacksSlot, message, type Translation } from '@portico/kernel/text'
import type { SiwxOptions } from './options.js'
import { savedSignInsSlice } from './persisted.js'
import {
  access,
  connectingSiweView,
  signInsMessage,
  signInsView,
  siwxService,
  siwxSignMessageView,
  siwxSlice,
} from './refs.js'
import { endUnreadSessions } from './sessions/unread-sessions.js'

const rules = {
  title: message('siwx.title', 'Sign in'),
  canLeave: (read: Read) => !read.state(siwxSlice).held,
}

/**
 * Adds sign-in with an account of any chain.
 * Code is loaded when a wallet is connected; a restored page asks for nothing.
 */
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
      const flow = once(async () => (await import('./siwx-controller.js')).create(context, options))
      const forget = async () => (await flow()).forget()
      context.provideLazy(
        siwxService,
        ['signIn', 'begin', 'sign', 'stopWaiting', 'cancel', 'signOut', 'sessions'],
        async () => ({ create: flow }),
      )
      context.contribute(afterConnectSlot, {
        id: 'siwx',
        decide: async (...args) => (await flow()).decide(...args),
      })
      context.contribute(sessionSignInsSlot, {
        id: 'siwx',
        request: async (...args) => (await flow()).request(...args),
        receive: async (...args) => (await flow()).receive(...args),
      })
      context.contribute(openingRulesSlot, {
        id: 'siwx',
        rank: 'early',
        decide: read => (read.state(siwxSlice).due ? { view: siwxSignMessageView } : undefined),
      })
      context.contribute(settingsRowsSlot, {
        id: 'siwx',
        label: signInsMessage,
        icon: 'check',
        view: signInsView,
        when: read => read.state(siwxSlice).sessions.length > 0,
      })
      context.contribute(languagePacksSlot, {
        id: 'siwx',
        translations: import.meta.glob<Translation>(['./text/*.ts', '!./text/*.test.ts']),
      })
      context.on(walletConnectedEvent, async (...args) => (await flow()).connected(...args))
      endUnreadSessions(context, forget)
      // Sessions may outlive their connections: those end too when everything is disconnected.
      context.on(disconnectedEvent, () => context.state(savedSignInsSlice).isKept && forget())
    },
  })
