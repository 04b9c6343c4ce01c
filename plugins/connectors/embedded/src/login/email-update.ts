/** A changed e-mail address: confirmed in the frame, then by a code of each address. */
import { anySignal } from '@portico/kernel'
import { type Message, message, sentenceOf } from '@portico/kernel/text'
import * as v from 'valibot'
import { type EmailUpdatePhase, emailUpdateSlice } from '../account-refs.js'
import type { FrameClient } from '../frame/frame-client.js'
import { codeSchema, emailSchema, requests } from '../protocol/requests.js'
import type { EmbeddedContext } from '../refs.js'

export const invalidEmailMessage = /* @__PURE__ */ message(
  'embedded.email.invalid',
  'This is no e-mail address. Check it, then try again.',
)
export const invalidCodeMessage = /* @__PURE__ */ message(
  'embedded.code.invalid',
  'A code has six digits. Type all of them.',
)

export function createEmailUpdate(context: EmbeddedContext, ask: FrameClient['request']) {
  let attempt = new AbortController()
  const phase = (): EmailUpdatePhase => context.state(emailUpdateSlice).phase
  const enter = (next: EmailUpdatePhase) => context.patch(emailUpdateSlice, { phase: next })

  /** Runs one step. What fails is the problem of the phase that `fallback` makes. */
  const run = async (
    work: (signal: AbortSignal) => Promise<void>,
    fallback: (problem: Message | undefined) => EmailUpdatePhase,
  ): Promise<void> => {
    attempt = new AbortController()
    const own = attempt
    try {
      await work(anySignal([own.signal, context.signal]))
    } catch (error) {
      if (!own.signal.aborted && !context.signal.aborted) enter(fallback(sentenceOf(error)))
    }
  }

  return {
    async updateEmail(typed: string): Promise<void> {
      const email = typed.trim()
      const { name } = phase()
      if (name !== 'idle' && name !== 'done') return
      if (!v.is(emailSchema, email)) return enter({ name: 'idle', problem: invalidEmailMessage })
      enter({ name: 'confirming', email })
      await run(
        async signal => {
          const { action } = await ask('UPDATE_EMAIL', { email }, signal)
          const address = action === 'VERIFY_PRIMARY_OTP' ? 'old' : 'new'
          enter({ name: 'code', address, email })
        },
        problem => ({ name: 'idle', ...(problem && { problem }) }),
      )
    },
    async submitUpdateCode(otp: string): Promise<void> {
      const waiting = phase()
      if (waiting.name !== 'code') return
      const { address, email } = waiting
      if (!v.is(codeSchema, otp))
        return enter({ name: 'code', address, email, problem: invalidCodeMessage })
      const { timeoutMs } = requests.UPDATE_EMAIL_PRIMARY_OTP
      enter({ name: 'checking', address, email, deadline: Date.now() + timeoutMs })
      await run(
        async signal => {
          if (address === 'old') {
            await ask('UPDATE_EMAIL_PRIMARY_OTP', { otp }, signal)
            return enter({ name: 'code', address: 'new', email })
          }
          const { newEmail } = await ask('UPDATE_EMAIL_SECONDARY_OTP', { otp }, signal)
          enter({ name: 'done', email: newEmail })
        },
        problem => ({ name: 'code', address, email, ...(problem && { problem }) }),
      )
    },
    async cancelUpdate(): Promise<void> {
      attempt.abort()
      enter({ name: 'idle' })
    },
  }
}
