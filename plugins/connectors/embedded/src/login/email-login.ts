/** The login by e-mail: an address, a code, and the connection of the wallet. */
import { anySignal } from '@portico/kernel'
import { type Message, sentenceOf } from '@portico/kernel/text'
import * as v from 'valibot'
import { EmbeddedError } from '../errors.js'
import type { FrameClient } from '../frame/frame-client.js'
import { codeSchema, emailSchema, requests } from '../protocol/requests.js'
import { sentenceOfCode } from '../protocol/sentences.js'
import {
  type EmailLogin,
  type EmailLoginPhase,
  type EmbeddedContext,
  emailCodeView,
  emailLoginSlice,
} from '../refs.js'
import { connectMs, connectWallet, recoverIfElsewhere } from './connect-wallet.js'
import { invalidCodeMessage, invalidEmailMessage } from './email-update.js'

/** Seconds between two codes to one address (S8.44), where the frame does not name others. */
const resendSeconds = 30

/** `listConnectors` answers the ids of the wallet's connectors, in the order of the chains. */
export function createEmailLogin(
  context: EmbeddedContext,
  openFrame: () => FrameClient,
  listConnectors: () => readonly string[],
): EmailLogin {
  let attempt = new AbortController()
  const phase = (): EmailLoginPhase => context.state(emailLoginSlice).phase
  const enter = (next: EmailLoginPhase) => context.patch(emailLoginSlice, { phase: next })
  const isWaiting = () => phase().name === 'idle' || phase().name === 'code'

  /** Runs one step. What fails is the problem of the phase that `fallback` makes. */
  const run = async (
    work: (signal: AbortSignal) => Promise<void>,
    fallback: (problem: Message | undefined) => EmailLoginPhase,
  ): Promise<void> => {
    attempt = new AbortController()
    const own = attempt
    try {
      await work(anySignal([own.signal, context.signal]))
    } catch (error) {
      if (own.signal.aborted || context.signal.aborted) return // `cancel` has set the phase
      if (error instanceof EmbeddedError && error.seconds !== undefined)
        context.patch(emailLoginSlice, { resendAt: Date.now() + error.seconds * 1_000 })
      enter(fallback(sentenceOf(error)))
    }
  }
  const waitProblem = (): Message | undefined => {
    const seconds = Math.ceil((context.state(emailLoginSlice).resendAt - Date.now()) / 1_000)
    return seconds > 0 ? sentenceOfCode('COOL_DOWN', seconds) : undefined
  }

  const requestCode = async (email: string, signal: AbortSignal): Promise<void> => {
    enter({ name: 'sending', email, deadline: Date.now() + requests.CONNECT_EMAIL.timeoutMs })
    const answer = await openFrame().request('CONNECT_EMAIL', { email }, signal)
    const { action, resendAfterSeconds = resendSeconds } = answer
    context.patch(emailLoginSlice, { resendAt: Date.now() + resendAfterSeconds * 1_000 })
    if (action === 'CONNECT') return connect(email, signal)
    if (action === 'VERIFY_DEVICE') await openFrame().request('CONNECT_DEVICE', undefined, signal)
    enter({ name: 'code', email })
    if (context.views.current && context.views.current.id !== emailCodeView.id)
      context.views.push(emailCodeView)
  }

  const connect = async (email: string, signal: AbortSignal): Promise<void> => {
    enter({ name: 'connecting', email, deadline: Date.now() + connectMs })
    await connectWallet(context, listConnectors, signal)
    enter({ name: 'idle' })
  }

  const end = (next: EmailLoginPhase): void => {
    const isChecking = ['checking', 'recovering'].includes(phase().name)
    attempt.abort()
    enter(next)
    // The code may have been right, and would log in a person who does not see it.
    if (isChecking)
      openFrame()
        .request('SIGN_OUT', undefined, context.signal)
        .catch(error => context.report(error))
  }
  // A person who leaves the view while a code is being checked can type it again.
  context.watch(
    () => context.views.current?.id === emailCodeView.id,
    isShown => {
      const left = phase()
      if (!isShown && left.name === 'checking') end({ name: 'code', email: left.email })
    },
  )

  return {
    async sendCode(typed) {
      const email = typed.trim()
      if (!isWaiting()) return
      const invalid = v.is(emailSchema, email) ? undefined : invalidEmailMessage
      const problem = invalid ?? waitProblem()
      if (problem) return enter({ name: 'idle', problem })
      await run(signal => requestCode(email, signal), withProblem({ name: 'idle' }))
    },
    async resend() {
      const waiting = phase()
      if (waiting.name !== 'code') return
      const { email } = waiting
      const problem = waitProblem()
      if (problem) return enter({ name: 'code', email, problem })
      await run(signal => requestCode(email, signal), withProblem({ name: 'code', email }))
    },
    async submitCode(code) {
      const waiting = phase()
      if (waiting.name !== 'code') return
      const { email } = waiting
      if (!v.is(codeSchema, code))
        return enter({ name: 'code', email, problem: invalidCodeMessage })
      let next: 'code' | 'idle' = 'code'
      await run(
        async signal => {
          const { timeoutMs } = requests.CONNECT_OTP
          enter({ name: 'checking', email, deadline: Date.now() + timeoutMs })
          await openFrame()
            .request('CONNECT_OTP', { otp: code }, signal)
            .catch(
              recoverIfElsewhere(openFrame, signal, () => {
                next = 'idle'
                enter({ name: 'recovering', email })
              }),
            )
          next = 'idle' // a code is valid once
          await connect(email, signal)
        },
        problem =>
          withProblem(next === 'idle' ? { name: 'idle' } : { name: 'code', email })(problem),
      )
    },
    async cancel() {
      end({ name: 'idle' })
    },
  }
}

const withProblem =
  (phase: { readonly name: 'idle' } | { readonly name: 'code'; readonly email: string }) =>
  (problem: Message | undefined): EmailLoginPhase =>
    problem ? { ...phase, problem } : phase
