import { base64, hex } from '@scure/base'
import { WalletRpcError } from '../errors.js'
import type { BitcoinQuirks } from './options.js'
import type { AskKind, RequestHandler } from './request-handler.js'
import { type BitcoinState, isNetworkName, type ShownAccount } from './state.js'

/**
 * The provider of an entry in `btc_providers` (WBIP004): JSON-RPC by `request`, events by
 * `addListener`.
 */
export interface SatsProvider {
  request(method: string, params?: unknown): Promise<unknown>
  addListener(listener: {
    readonly eventName: string
    readonly cb: (event: unknown) => void
  }): () => void
}
interface SatsMethod {
  readonly kind: AskKind
  run(params: Fields): unknown
}
type Fields = Readonly<Record<string, unknown>>

/** The names of the methods that `sats-connect` wallets and Leather have. */
export const satsMethods = [
  'getInfo',
  'wallet_connect',
  'getAddresses',
  'getAccounts',
  'wallet_getAccount',
  'wallet_getNetwork',
  'wallet_disconnect',
  'wallet_changeNetwork',
  'signMessage',
  'signPsbt',
] as const

/** The provider of a wallet that speaks as Xverse does. */
export function createSatsProvider(
  state: BitcoinState,
  requests: RequestHandler,
  quirks: BitcoinQuirks,
): SatsProvider {
  const addresses = () =>
    state.shown.map(({ address, publicKey, purpose, kind, path }) => ({
      address,
      publicKey,
      purpose,
      addressType: kind,
      walletType: 'software',
      derivationPath: path,
    }))
  const network = () => ({ bitcoin: { name: state.network }, stacks: { name: 'mainnet' } })
  const account = () => ({
    id: 'account',
    walletType: 'software',
    addresses: addresses(),
    network: network(),
  })
  const guarded = (answer: () => unknown) => () => {
    if (!state.isConnected || state.isLocked) throw new WalletRpcError(4100, 'Access denied.')
    return answer()
  }
  const methods: Record<(typeof satsMethods)[number], SatsMethod> = {
    getInfo: {
      kind: 'silent',
      run: () => ({
        version: '2.0.0',
        platform: 'web',
        methods: satsMethods.filter(name => !quirks.lacks?.includes(name)),
        supports: [],
      }),
    },
    wallet_connect: {
      kind: 'prompt',
      run({ network: wanted }) {
        state.connect()
        if (isNetworkName(wanted)) state.switchNetwork(wanted)
        return account()
      },
    },
    getAddresses: {
      kind: 'prompt',
      run() {
        state.connect()
        return { addresses: addresses(), network: network() }
      },
    },
    getAccounts: {
      kind: 'prompt',
      run() {
        state.connect()
        return addresses()
      },
    },
    wallet_getAccount: { kind: 'silent', run: guarded(account) },
    wallet_getNetwork: { kind: 'silent', run: guarded(network) },
    wallet_disconnect: {
      kind: 'silent',
      run: guarded(() => {
        state.forget()
        return null
      }),
    },
    wallet_changeNetwork: {
      kind: 'prompt',
      run({ name }) {
        if (!isNetworkName(name)) throw new WalletRpcError(-32602, 'Unknown network.')
        state.switchNetwork(name)
        return null
      },
    },
    signMessage: {
      kind: 'signature',
      run: ({ address, message, protocol }) => ({
        signature: requests.signText(
          String(message),
          address,
          protocol === 'ECDSA' ? 'ecdsa' : 'bip322',
        ),
        messageHash: '',
        address,
        protocol,
      }),
    },
    signPsbt: {
      kind: 'signature',
      run: async ({ psbt, signInputs }) => {
        const inputs = Object.values((signInputs ?? {}) as Record<string, readonly number[]>).flat()
        return {
          psbt: base64.encode(
            await requests.signPsbt({
              psbt: base64.decode(String(psbt)),
              inputs: inputs.length ? inputs : undefined,
            }),
          ),
        }
      },
    },
  }
  return { request: requester(requests, methods, quirks), addListener: listening(state) }
}

/** Leather's provider: the same API with other answers, and without disconnect and networks. */
export function createLeatherProvider(
  state: BitcoinState,
  requests: RequestHandler,
  quirks: BitcoinQuirks,
): SatsProvider {
  const shown = ({ address, publicKey, kind, path }: ShownAccount) => ({
    symbol: 'BTC',
    type: kind,
    address,
    publicKey,
    derivationPath: path,
  })
  const methods: Record<string, SatsMethod> = {
    getAddresses: {
      kind: 'prompt',
      run() {
        state.connect()
        return {
          addresses: [
            ...state.shown.map(shown),
            { symbol: 'STX', address: 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', publicKey: '' },
          ],
        }
      },
    },
    signMessage: {
      kind: 'signature',
      run({ message, paymentType }) {
        const { address = '' } =
          state.shown.find(({ kind }) => kind === (paymentType ?? 'p2wpkh')) ?? {}
        return {
          signature: requests.signText(String(message), address, 'bip322'),
          address,
          message,
        }
      },
    },
    signPsbt: {
      kind: 'signature',
      run: async ({ hex: text, signAtIndex }) => ({
        hex: hex.encode(
          await requests.signPsbt({
            psbt: hex.decode(String(text)),
            inputs: signAtIndex === undefined ? undefined : [signAtIndex].flat().map(Number),
          }),
        ),
      }),
    },
  }
  return { request: requester(requests, methods, quirks, true), addListener: listening(state) }
}

/** The error code of sats-connect for a refusal. */
const satsCodes: Readonly<Record<number, number>> = { 4001: -32000, 4100: -32002, 4200: -32001 }

function requester(
  requests: RequestHandler,
  methods: Readonly<Record<string, SatsMethod>>,
  quirks: BitcoinQuirks,
  throws = false,
): SatsProvider['request'] {
  const past = { id: 0 }
  return async (method, params) => {
    const id = String(++past.id)
    const own = Object.hasOwn(methods, method) ? methods[method] : undefined
    try {
      const result = await requests.ask(method, params, own?.kind ?? 'silent', () => {
        if (!own)
          throw new WalletRpcError(
            -32601,
            `The method "${method}" does not exist / is not available.`,
          )
        return own.run((params ?? {}) as Fields)
      })
      return { jsonrpc: '2.0', id, result }
    } catch (error) {
      if (quirks.throwsStrings) throw error
      const refusal =
        error instanceof WalletRpcError
          ? {
              code: throws ? error.code : (satsCodes[error.code] ?? error.code),
              message: error.message,
            }
          : error
      if (throws) throw { jsonrpc: '2.0', id, error: refusal }
      return { jsonrpc: '2.0', id, error: refusal }
    }
  }
}

const listening =
  (state: BitcoinState): SatsProvider['addListener'] =>
  ({ eventName, cb }) => {
    state.on(eventName, cb)
    return () => state.off(eventName, cb)
  }
