/** Asks for another login in the frame, where the server wants one of the last five minutes. */
import { type Message, message, withValues } from '@portico/kernel/text'
import { FrameRefusal } from '../../frame/errors.js'
import { KeyError } from '../../keys/errors.js'
import type { WalletLogin } from '../../login/wallet-login.js'
import { needsLogin } from '../wallet-recovery.js'
import { endsScreen, sentenceOfFailure } from './failure-sentence.js'
import type { Question, View } from './view.js'

export interface FreshLogin {
  /** Does the work, after another login if it needs one. */
  with<T>(work: () => Promise<T>): Promise<T>
}

const titleMessage = message('frame.login.title', 'Is it you?')
const introMessage = message(
  'frame.login.intro',
  'For this we send a code to {email} first, because your last login was a while ago.',
)
const sentMessage = message('frame.login.sent', 'We sent a code to {email}.')
const sendMessage = message('frame.login.send', 'Send a code')
const againMessage = message('frame.login.again', 'Send again')
const codeMessage = message('frame.login.code', 'Code of six digits')
const confirmMessage = message('frame.login.confirm', 'Go on')

const question = (view: View, email: string, isSent: boolean): Question => ({
  title: titleMessage,
  content: [view.element('p', withValues(isSent ? sentMessage : introMessage, { email }))],
  fields: isSent ? [{ name: 'code', label: codeMessage, inputMode: 'numeric' }] : [],
  buttons: isSent
    ? [
        { name: 'confirm', label: confirmMessage },
        { name: 'send', label: againMessage },
      ]
    : [{ name: 'send', label: sendMessage }],
})

/** The login succeeded; only the wallet is not open, which the work itself brings about. */
const unlessLoggedIn = (error: unknown): undefined => {
  if (error instanceof FrameRefusal && error.code === 'WALLET_ELSEWHERE') return undefined
  if (error instanceof KeyError && error.code === 'SHARE_OUTDATED') return undefined
  throw error
}

export function createFreshLogin(
  view: View,
  { handlers, loggedIn }: Pick<WalletLogin, 'handlers' | 'loggedIn'>,
  origin: string,
  signal: AbortSignal,
): FreshLogin {
  const call = { origin, signal }
  const logIn = async (): Promise<void> => {
    const { email } = (await loggedIn(signal)).person
    // A person with a passkey alone logs in on the page.
    if (email === null) throw new FrameRefusal('SESSION_EXPIRED')
    let problem: Message | undefined
    let isSent = false
    for (;;) {
      const answer = await view.ask({ ...question(view, email, isSent), problem })
      problem = undefined
      try {
        if (answer.button === 'send') {
          await handlers.CONNECT_EMAIL?.({ email }, call)
          isSent = true
        } else {
          await handlers.CONNECT_OTP?.({ otp: answer.value('code') }, call).catch(unlessLoggedIn)
          return
        }
      } catch (error) {
        if (endsScreen(error)) throw error
        problem = sentenceOfFailure(error)
      }
    }
  }
  return {
    async with(work) {
      try {
        return await work()
      } catch (error) {
        if (!needsLogin(error)) throw error
        await logIn()
        return work()
      }
    },
  }
}
