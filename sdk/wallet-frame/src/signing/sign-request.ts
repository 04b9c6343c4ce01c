/** Reads a request to sign, asks the person, and signs what was read. */
import type { Reading } from '../decoders/reading.js'
import { FrameRefusal } from '../frame/errors.js'
import type { FrameCall, SigningRequest } from '../frame/serve-page.js'
import type { KeyWorkerClient } from '../keys/key-worker-client.js'
import type { WalletLogin } from '../login/wallet-login.js'
import { type FrameNetwork, networkOf } from '../networks/frame-network.js'
import { type KnownToken, readTokens } from '../networks/tokens.js'
import type { ReadWork } from './work.js'

/** A change of the account that the page asks for. */
export type AccountChange =
  | { readonly kind: 'passkey' | 'download' }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'delete'; readonly email: string | null }

/** What the person sees before they decide on a signature. */
export interface SigningConfirmation {
  readonly reading: Extract<Reading, { outcome: 'read' }>
  readonly origin: string
  readonly chainId: string
  /** What the frame knows of the network. Undefined: nothing. */
  readonly network?: FrameNetwork | undefined
  /** What is known of the tokens of the request, by their addresses. */
  readonly tokens?: ReadonlyMap<string, KnownToken>
  readonly address: string
}
/** What the person sees before they decide. */
export type Confirmation =
  | SigningConfirmation
  | { readonly change: AccountChange; readonly origin: string }
/** Resolves when the person approved. Throws a FrameRefusal `DECLINED` when they did not. */
export type Confirm = (confirmation: Confirmation, signal: AbortSignal) => Promise<void>

/** The code of a chain loads when it signs for the first time. */
const chains: Readonly<Record<string, () => Promise<{ readonly readWork: ReadWork }>>> = {
  eip155: () => import('./eip155.js'),
  solana: () => import('./solana.js'),
  bip122: () => import('./bip122.js'),
  polkadot: () => import('./polkadot.js'),
}

/**
 * Creates the handler of requests to sign. Nothing is signed that was not read completely, and what
 * is read and what is signed are the same value. `networks`: what the frame knows.
 */
export function createSigner(
  keys: Pick<KeyWorkerClient, 'sign'>,
  login: Pick<WalletLogin, 'unlock' | 'addresses'>,
  confirm: Confirm,
  networks: readonly FrameNetwork[] = [],
) {
  return async (request: SigningRequest, { origin, signal }: FrameCall): Promise<unknown> => {
    const { chainId } = request
    const [namespace = ''] = chainId.split(':')
    const load = Object.hasOwn(chains, namespace) ? chains[namespace] : undefined
    const [address, ...others] = await login.addresses(chainId, signal)
    if (!address || !load) throw new FrameRefusal('NETWORK_UNKNOWN')
    const network = networkOf(networks, chainId)
    const { readWork } = await load()
    const work = readWork(request, { origin, own: [address, ...others], network })
    if (!work) throw new FrameRefusal('UNSUPPORTED')
    const { reading } = work
    if (reading.outcome === 'refused') throw new FrameRefusal('INVALID')
    if (reading.outcome === 'unreadable') throw new FrameRefusal('UNREADABLE')
    // The screen is not shown for a signature that needs another login first.
    await login.unlock(signal)
    const tokens = await readTokens(reading.actions, network, signal)
    const signer = work.address ?? address
    await confirm({ reading, origin, chainId, network, tokens, address: signer }, signal)
    signal.throwIfAborted()
    // While the person read, the wallet may have locked, or another tab logged in another person.
    await login.unlock(signal)
    const [now] = await login.addresses(chainId, signal)
    if (now !== address) throw new FrameRefusal('SESSION_EXPIRED')
    signal.throwIfAborted()
    return work.result(await keys.sign(work.sign))
  }
}
