/** Puts the parts together that load with the first login: frame, login and connectors. */
import { message, translate } from '@portico/kernel/text'
import type { WalletAccountSettings } from '../account-refs.js'
import { EmbeddedError } from '../errors.js'
import { createFrameClient, type FrameClient } from '../frame/frame-client.js'
import { syncAppearance } from '../frame/sync-appearance.js'
import { defaultNamespaces, type EmbeddedNamespace } from '../options.js'
import { type OptionalNamespace, optionalMethods } from '../protocol/methods.js'
import type { EmailLogin, EmbeddedContext, PasskeyLogin } from '../refs.js'
import { createConnectors } from '../sessions/connectors.js'
import { createEmailLogin } from './email-login.js'
import { createPasskeyLogin } from './passkey-login.js'
import { createWalletAccount } from './wallet-account.js'

export interface EmbeddedWallet {
  readonly login: EmailLogin
  readonly passkey: PasskeyLogin
  readonly account: WalletAccountSettings
  /** Lists the wallet for each of its chains that the host includes. */
  listConnectors(): readonly string[]
}

/** The accessible name of the frame. */
const frameMessage = /* @__PURE__ */ message('embedded.frame.title', 'Your wallet')

export function createEmbeddedWallet(
  context: EmbeddedContext,
  {
    page,
    frame,
    namespaces = defaultNamespaces,
  }: {
    readonly page: Window
    readonly frame: URL | '' | undefined
    readonly namespaces?: readonly EmbeddedNamespace[] | undefined
  },
): EmbeddedWallet {
  const optional = namespaces.filter((name): name is OptionalNamespace =>
    Object.hasOwn(optionalMethods, name),
  )
  let current: FrameClient | undefined
  /** A frame that was lost twice, or is closed, is followed by a new one at the next login. */
  const openFrame = (): FrameClient => {
    if (!frame) throw new EmbeddedError('UNCONFIGURED')
    if (!current || current.isClosed)
      current = createFrameClient({
        url: frame,
        page,
        title: translate(context, frameMessage),
        optional,
        onOpen: (client, signal) => syncAppearance(context, client, signal),
        signal: context.signal,
      })
    return current
  }
  const connectors = createConnectors(context, namespaces, openFrame)
  return {
    login: createEmailLogin(context, openFrame, connectors.list),
    passkey: createPasskeyLogin(context, openFrame, connectors.list),
    account: createWalletAccount(context, openFrame),
    listConnectors: connectors.list,
  }
}
