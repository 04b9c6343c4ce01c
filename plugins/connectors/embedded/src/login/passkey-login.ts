/** The login by a passkey. The browser's dialog runs in the frame; the page only asks for it. */
import { anySignal } from '@portico/kernel'
import { sentenceOf } from '@portico/kernel/text'
import type { FrameClient } from '../frame/frame-client.js'
import { type EmbeddedContext, type PasskeyLogin, passkeyLoginSlice } from '../refs.js'
import { connectMs, connectWallet, recoverIfElsewhere } from './connect-wallet.js'

/** `listConnectors` answers the ids of the wallet's connectors, in the order of the chains. */
export function createPasskeyLogin(
  context: EmbeddedContext,
  openFrame: () => FrameClient,
  listConnectors: () => readonly string[],
): PasskeyLogin {
  let attempt = new AbortController()
  const phase = () => context.state(passkeyLoginSlice).phase

  return {
    async logIn({ isNew }) {
      if (phase().name !== 'idle') return
      attempt = new AbortController()
      const own = attempt
      const signal = anySignal([own.signal, context.signal])
      try {
        context.patch(passkeyLoginSlice, { phase: { name: 'asking', isNew } })
        await openFrame()
          .request('CONNECT_PASSKEY', { isNew }, signal)
          .catch(recoverIfElsewhere(openFrame, signal))
        context.patch(passkeyLoginSlice, {
          phase: { name: 'connecting', deadline: Date.now() + connectMs },
        })
        await connectWallet(context, listConnectors, signal)
        context.patch(passkeyLoginSlice, { phase: { name: 'idle' } })
      } catch (error) {
        if (own.signal.aborted || context.signal.aborted) return // `cancel` has set the phase
        const problem = sentenceOf(error)
        context.patch(passkeyLoginSlice, {
          phase: { name: 'idle', ...(problem && { problem }) },
        })
      }
    },
    async cancel() {
      const { name } = phase()
      if (name === 'idle') return
      attempt.abort()
      context.patch(passkeyLoginSlice, { phase: { name: 'idle' } })
      // The passkey may have been used already, and would log in a person who does not see it.
      openFrame()
        .request('SIGN_OUT', undefined, context.signal)
        .catch(error => context.report(error))
    },
  }
}
