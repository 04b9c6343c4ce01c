import { definePlugin, type Plugin, view } from '@portico/kernel'
import { accountActionsSlot } from '@portico/kernel/account'
import { messagesCapability } from '@portico/kernel/capabilities'
import { disconnectedEvent, has } from '@portico/kernel/session'
import { access, myFeatureService, myFeatureSlice, myFeatureView, titleMessage } from './refs.js'

/** Adds My Feature to the account, on every chain that can sign text. */
export const myFeature = (): Plugin =>
  definePlugin({
    id: 'feature/my-feature',
    ...access,
    views: [
      view(myFeatureView, () => import('./views/my-feature-view.js'), { title: titleMessage }),
    ],
    setup(context) {
      // Every method by its name: the service can be called before its code is loaded.
      context.provideLazy(
        myFeatureService,
        ['sign', 'cancel'],
        () => import('./my-feature-controller.js'),
      )
      context.contribute(accountActionsSlot, {
        id: 'my-feature',
        label: titleMessage,
        icon: 'settings',
        view: myFeatureView,
        when: read => has(read, messagesCapability),
      })
      context.on(disconnectedEvent, () => context.reset(myFeatureSlice))
    },
  })
