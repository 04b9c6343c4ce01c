import { mockPolkadotWallet } from '@portico/mock-wallets'
import { hex } from '@scure/base'
import { PocketRefusal } from '../errors.js'
import { fields, type Hex, type Keyring, type KeyringRequest } from './keyring.js'

export interface PolkadotKeyringOptions {
  readonly name: string
  /** Seeds of sr25519 keys. */
  readonly keys: readonly Hex[]
}

interface Signer {
  signRaw(params: object): Promise<{ readonly signature: Hex }>
  signPayload(params: object): Promise<{ readonly signature: Hex }>
}

/**
 * Polkadot and its parachains. Text is signed in `<Bytes>`, so that it can never be a transaction.
 */
export function polkadotKeyring({ name, keys }: PolkadotKeyringOptions): Keyring {
  const wallet = mockPolkadotWallet({
    namespace: 'polkadot',
    name,
    accounts: keys,
    announce: false,
    target: new EventTarget(),
  })
  const ready = wallet.entry.enable(name) as Promise<{ readonly signer: Signer }>
  let answers = 0

  return {
    namespace: 'polkadot',
    methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
    events: ['accountsChanged', 'chainChanged'],
    silent: [],
    ready,
    addresses: () => wallet.addresses,
    async run({ method, params }: KeyringRequest) {
      const { signer } = await ready
      const { address, message, data, transactionPayload } = fields(params)
      if (!wallet.addresses.includes(String(address)))
        throw new PocketRefusal(4100, 'This wallet does not have the account.')
      if (method === 'polkadot_signMessage') {
        const { signature } = await signer.signRaw({
          address,
          data: bytesOf(message ?? data),
          type: 'bytes',
        })
        return { id: ++answers, signature }
      }
      if (method !== 'polkadot_signTransaction')
        throw new PocketRefusal(5101, `Unsupported method ${method}`)
      const { signature } = await signer.signPayload({ ...fields(transactionPayload), address })
      return { id: ++answers, signature }
    },
  }
}

/** A text as hex; what is hex already stays as it is. */
function bytesOf(message: unknown): Hex {
  if (typeof message !== 'string') throw new PocketRefusal(-32602, 'Expected a message.')
  return /^0x([0-9a-f]{2})*$/i.test(message)
    ? (message as Hex)
    : `0x${hex.encode(new TextEncoder().encode(message))}`
}
