/** A frame that answers as a test says, over a real port. */
import { definePlugin, type Plugin } from '@portico/kernel'
import { discoveriesSlot } from '@portico/kernel/connector-kit'
import { walletAccountService } from '../src/account-refs.js'
import { EmbeddedError } from '../src/errors.js'
import type { FrameClient } from '../src/frame/frame-client.js'
import { createPortClient } from '../src/frame/port-client.js'
import { createEmailLogin } from '../src/login/email-login.js'
import { createPasskeyLogin } from '../src/login/passkey-login.js'
import { createWalletAccount } from '../src/login/wallet-account.js'
import type { RequestName } from '../src/protocol/requests.js'
import { access, emailLoginService, passkeyLoginService, walletUserSlice } from '../src/refs.js'
import { createConnectors } from '../src/sessions/connectors.js'

/** What the frame answers instead of a result. */
export class FrameFailure {
  readonly code: string
  readonly seconds: number | undefined
  constructor(code: string, seconds?: number) {
    this.code = code
    this.seconds = seconds
  }
}
type Answer = (payload: never) => unknown
export interface ScriptedFrame {
  readonly client: FrameClient
  /** By request. A request without an answer stays open. A FrameFailure is an error. */
  readonly answers: Partial<Record<RequestName, Answer>>
  readonly asked: { readonly type: RequestName; readonly payload?: unknown }[]
  close(): void
}

export const address = '0x1111111111111111111111111111111111111111'
const solanaAddress = 'So11111111111111111111111111111111111111112'
export const email = 'ada@example.org'

export function scriptedFrame(): ScriptedFrame {
  const { port1, port2 } = new MessageChannel()
  const client = createPortClient(port1, () => undefined)
  const asked: ScriptedFrame['asked'] = []
  let isLoggedIn = false
  const answers: ScriptedFrame['answers'] = {
    CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
    CONNECT_OTP: ({ otp }: { otp: string }) => {
      if (otp !== '123456') return new FrameFailure('WRONG_CODE')
      isLoggedIn = true
      return undefined
    },
    IS_CONNECTED: () => ({ isConnected: isLoggedIn }),
    CONNECT_PASSKEY: () => {
      isLoggedIn = true
      return undefined
    },
    GET_USER: ({ chainId }: { chainId: string }) => ({
      email,
      address: chainId.startsWith('solana:') ? solanaAddress : address,
      chainId,
    }),
    SIGN_OUT: () => {
      isLoggedIn = false
    },
    RPC_ABORT: () => undefined,
  }
  port2.onmessage = async ({ data: { type, id, payload } }) => {
    asked.push({ type, payload })
    const answer = answers[type as RequestName]
    if (!answer) return
    const found = await answer(payload as never)
    if (found instanceof FrameFailure) {
      const { code, seconds } = found
      const error = seconds === undefined ? { code } : { code, seconds }
      return port2.postMessage({ type: `${type}_ERROR`, id, payload: error })
    }
    port2.postMessage({ type: `${type}_SUCCESS`, id, payload: found })
  }
  return {
    client: {
      request: client.request,
      abortUnsafe: client.abortUnsafe,
      isClosed: false,
      close: () => undefined,
    },
    answers,
    asked,
    close: () => client.end(new EmbeddedError('STOPPED')),
  }
}

/** The plugin over this frame instead of one in the page. */
export const embeddedOver = (frame: ScriptedFrame, namespaces: readonly string[]): Plugin =>
  definePlugin({
    id: 'connector/embedded',
    ...access,
    setup(context) {
      const connectors = createConnectors(context, namespaces, () => frame.client)
      context.provide(
        emailLoginService,
        createEmailLogin(context, () => frame.client, connectors.list),
      )
      context.provide(
        passkeyLoginService,
        createPasskeyLogin(context, () => frame.client, connectors.list),
      )
      context.provide(
        walletAccountService,
        createWalletAccount(context, () => frame.client),
      )
      context.contribute(discoveriesSlot, {
        id: 'embedded',
        start: async () => {
          if (context.state(walletUserSlice).wasUsed) connectors.list()
        },
      })
    },
  })
