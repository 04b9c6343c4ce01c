import { definePlugin, type Plugin } from '@portico/kernel'
import { discoveries, languagePacks } from '@portico/kernel/contracts'
import { isConfigured, type WalletConnectOptions } from './options.js'
import { access } from './refs.js'

const onDemand = () => import('./on-demand.js')

/** Wallets on other devices, paired by WalletConnect. Its library arrives when somebody pairs, or when there is a session to take up again. */
export const walletconnect = (options: WalletConnectOptions = {}): Plugin =>
  definePlugin({
    id: 'connector/walletconnect',
    ...access,
    setup(context) {
      if (!isConfigured(options)) return context.onStart(() => onDemand().then(door => context.report(door.unconfigured())))
      context.contribute(discoveries, { id: 'walletconnect', start: () => onDemand().then(door => door.listConnectors(context, options)) })
      context.contribute(languagePacks, { id: 'walletconnect', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
    },
  })
