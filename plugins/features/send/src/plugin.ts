import { definePlugin, view } from '@portico/kernel'
import { accountActions, accountParts, addresses, has, languagePacks, modalOpened, transactions, transfers, walletConnected } from '@portico/kernel/contracts'
import type { SendOptions } from './options.js'
import { access, hasUnseen, mayChangeSince, methods, sendPreviewView, sendReceiptView, sendSelectTokenView, sendService, sendView } from './refs.js'
import { previewTitle, receiptTitle, selectTitle, sendTitle } from './text/titles.js'

const onDemand = () => import('./on-demand.js')

/** Lets people send tokens on every chain that can prepare and send a transfer. Nothing of it is loaded before somebody wants to, or a transfer of theirs is under way. */
export const send = (options: SendOptions = {}) =>
  definePlugin({
    id: 'feature/send',
    ...access,
    views: [
      view(sendView, () => onDemand().then(door => door.sendView()), { title: sendTitle }),
      view(sendSelectTokenView, () => onDemand().then(door => door.selectTokenView()), { title: selectTitle }),
      view(sendPreviewView, () => onDemand().then(door => door.previewView()), { title: previewTitle }),
      view(sendReceiptView, () => onDemand().then(door => door.receiptView()), { title: receiptTitle }),
    ],
    setup(context) {
      context.provideLazy(sendService, methods, async () => {
        const { create } = await (await onDemand()).controller()
        return { create: () => create(context, options) }
      })
      context.contribute(accountActions, {
        id: 'send',
        label: sendTitle,
        icon: 'up',
        view: sendView,
        when: read => has(read, addresses, transfers, transactions),
      })
      context.contribute(accountParts, { id: 'send', place: 'notice', when: read => hasUnseen(read), load: () => onDemand().then(door => door.notice()) })
      context.contribute(languagePacks, { id: 'send', languages: ['de', 'ar'], load: language => onDemand().then(door => door.words(language)) })
      const follow = async () => (await (await onDemand()).follower()).resume(context)
      // What was under way before a reload, as soon as its wallet is there again: before that, nothing leaves the page. What its chain may take back, too. And
      // what nobody knew of, when somebody looks again.
      for (const event of [walletConnected, modalOpened])
        context.on(event as typeof modalOpened, () => void (hasUnseen(context, mayChangeSince()) && follow().catch(context.report)))
    },
  })
