import { type Messages, type SignInFields, signerMessage } from '@portico/kernel/capabilities'
import { ChainError } from '@portico/kernel/chain'
import { createShareInFlight } from '@portico/kernel/connector-kit'
import { message } from '@portico/kernel/text'
import { runWalletRequest } from '@portico/kernel/wallet'
import { isSignedBy, isWordingOf } from '@portico/signatures/solana'
import type { SolanaSetup } from '../options.js'
import { portFor } from '../wallets/handle.js'
import { readBase58, sameBytes, writeBase58 } from './keys.js'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/**
 * Signs the text's UTF-8 (ed25519). Verifies every wallet response before it is returned (threat
 * S35).
 */
export function createMessages({
  networks,
}: Pick<SolanaSetup, 'networks'>): Required<Pick<Messages, 'sign' | 'signIn' | 'verify'>> {
  const join = createShareInFlight()
  return {
    /** Shares one wallet request between identical concurrent calls. */
    async sign(via, from, text, signal) {
      const handle = portFor(via, from)
      const key = readBase58(from.address, 32)
      const { signMessage } = handle
      if (!signMessage || !key) throw new ChainError('WALLET_UNSUPPORTED')
      const sign = async (own: AbortSignal) => {
        const bytes = bytesOf(text)
        const { signature, signed } = await runWalletRequest(() =>
          signMessage(from.address, bytes, own),
        )
        if (!isWordingOf(signed, bytes, key)) throw otherText()
        if (!isSignedBy(key, signed, signature)) throw otherSigner()
        return {
          signature: writeBase58(signature),
          scheme: 'ed25519',
          ...(!sameBytes(signed, bytes) && { signedBytes: signed }),
        }
      }
      return join(handle, `${from.address} ${text}`, sign, signal)
    },

    async signIn(via, from, fields, signal) {
      const handle = portFor(via, from)
      const key = readBase58(from.address, 32)
      const { signIn } = handle
      if (!signIn || !key) return undefined
      const network = networks.find(one => one.caipNetworkId === fields.chainId)
      const chainId =
        network?.walletChain.slice(network.walletChain.indexOf(':') + 1) ?? fields.chainId
      const sign = async (own: AbortSignal) => {
        const { address, signature, signed } = await runWalletRequest(() =>
          signIn({ ...fields, chainId }, own),
        )
        const text = readText(signed)
        if (address !== from.address || !isSignedBy(key, signed, signature)) throw otherSigner()
        if (text === undefined || !says(text, { ...fields, chainId })) throw otherText()
        return { signature: writeBase58(signature), scheme: 'ed25519', text }
      }
      return join(handle, `${from.address} ${JSON.stringify(fields)}`, sign, signal)
    },

    async verify(from, text, { signature, signedBytes }) {
      const key = readBase58(from.address, 32)
      const bytes = readBase58(signature, 64)
      const signed = signedBytes ?? bytesOf(text)
      return (
        !!key &&
        !!bytes &&
        isWordingOf(signed, bytesOf(text), key) &&
        isSignedBy(key, signed, bytes)
      )
    },
  }
}

const otherText = () =>
  new ChainError(
    'WALLET_ANSWER',
    message('solana.error.text', 'The wallet signed a different text. Nothing was changed.'),
  )
const otherSigner = () => new ChainError('WALLET_ANSWER', signerMessage)

function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Returns true when a Sign-In With Solana text has these fields, each once in its own line, for
 * this site and account. A wallet may omit none of them, and may add others.
 */
function says(
  text: string,
  fields: Omit<SignInFields, 'chainId'> & { readonly chainId: string },
): boolean {
  const { domain, address, statement, resources = [] } = fields
  const lines = text.split('\n')
  const named = [
    ['URI', fields.uri],
    ['Version', fields.version],
    ['Chain ID', fields.chainId],
    ['Nonce', fields.nonce],
    ['Issued At', fields.issuedAt],
    ['Expiration Time', fields.expirationTime],
    ['Not Before', fields.notBefore],
    ['Request ID', fields.requestId],
  ] as const
  const isSaid = ([name, value]: (typeof named)[number]) => {
    const said = lines.filter(line => line.startsWith(`${name}: `))
    return value === undefined || (said.length === 1 && said[0] === `${name}: ${value}`)
  }
  return (
    lines[0] === `${domain} wants you to sign in with your Solana account:` &&
    lines[1] === address &&
    (statement === undefined || (lines[2] === '' && lines[3] === statement)) &&
    named.every(isSaid) &&
    resources.every(resource => lines.includes(`- ${resource}`))
  )
}
