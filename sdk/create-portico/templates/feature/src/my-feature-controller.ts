import { anySignal, type ContextOf, withTimeout } from '@portico/kernel'
import { messagesCapability } from '@portico/kernel/capabilities'
import {
  activeAccount,
  activeNetwork,
  connectionService,
  disconnectedEvent,
} from '@portico/kernel/session'
import { toastsService } from '@portico/kernel/shell'
import { ModalError, message, sentenceOf } from '@portico/kernel/text'
import {
  type access,
  type MyFeature,
  type MyFeaturePhase,
  myFeatureSlice,
  myFeatureView,
} from './refs.js'

const checkMs = 20_000

/** Asks the wallet for a signature, checks it, and keeps the signed text. */
export function create(context: ContextOf<typeof access>): MyFeature {
  let attempt = new AbortController()
  const phase = () => context.state(myFeatureSlice).phase
  const enter = (next: MyFeaturePhase) => context.patch(myFeatureSlice, { phase: next })
  const isBusy = () => phase().name === 'signing' || phase().name === 'checking'
  const cancel = () => {
    attempt.abort()
    if (isBusy()) enter({ name: 'idle' })
  }
  // Cancels when the person leaves the view, closes the modal or disconnects.
  context.watch(
    () => context.views.current?.id === myFeatureView.id,
    isShown => {
      if (!isShown) cancel()
    },
  )
  context.on(disconnectedEvent, cancel)

  return {
    async sign(text) {
      const account = activeAccount(context)
      const network = activeNetwork(context)
      const offer = network && context.capability(messagesCapability, network)
      if (!account || !offer || isBusy()) return
      attempt = new AbortController()
      const signal = anySignal([attempt.signal, context.signal])
      enter({ name: 'signing' })
      try {
        const connection = context.use(connectionService).require(account)
        const signed = await offer.sign(connection, account, text, signal)
        enter({ name: 'checking', deadline: Date.now() + checkMs })
        const isGenuine = await withTimeout(
          within => offer.verify(account, text, signed, within),
          checkMs,
          signal,
        )
        if (!isGenuine)
          throw new ModalError('MY_FEATURE_FORGED', {
            userMessage: message(
              'my-feature.forged',
              'That is not your signature. Nothing was kept.',
            ),
          })
        context.update(myFeatureSlice, state => {
          state.phase = { name: 'signed' }
          state.entries.push({ address: account.address, text })
        })
        context.use(toastsService).success(message('my-feature.signed', 'Your text is signed'))
      } catch (error) {
        if (signal.aborted) return // `cancel` has set the phase
        const problem = sentenceOf(error) // undefined: the person declined
        enter(problem ? { name: 'failed', problem } : { name: 'idle' })
        context.use(toastsService).fail(error) // a decline shows nothing
      }
    },
    cancel: async () => cancel(),
  }
}
