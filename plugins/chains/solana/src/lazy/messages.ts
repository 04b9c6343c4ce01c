import { ChainError, createJoin, type Messages, message, type SignInFields, signerMessage } from '@portico/kernel/contracts'
import { isSignedBy, isWordingOf } from '@portico/signatures/solana'
import type { SolanaSetup } from '../options.js'
import { readBase58, sameBytes, writeBase58 } from './keys.js'
import { portFor } from './port.js'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Signs the text's UTF-8 (ed25519). What a wallet answers is checked before anybody sees it (threat S35). */
export function createMessages({ networks }: Pick<SolanaSetup, 'networks'>): Required<Pick<Messages, 'sign' | 'signIn' | 'verify'>> {
  const join = createJoin()
  return {
    /** The wallet is asked once for the same thing at once. */
    async sign(via, from, text, signal) {
      const port = portFor(via, from)
      const key = readBase58(from.address, 32)
      const { signMessage } = port
      if (!signMessage || !key) throw new ChainError('WALLET_UNSUPPORTED')
      const sign = async (own: AbortSignal) => {
        const bytes = bytesOf(text)
        const { signature, signed } = await signMessage(from.address, bytes, own)
        if (!isWordingOf(signed, bytes, key)) throw otherText()
        if (!isSignedBy(key, signed, signature)) throw otherSigner()
        return { signature: writeBase58(signature), scheme: 'ed25519', ...(!sameBytes(signed, bytes) && { signedBytes: signed }) }
      }
      return join(port, `${from.address} ${text}`, sign, signal)
    },

    async signIn(via, from, fields, signal) {
      const port = portFor(via, from)
      const key = readBase58(from.address, 32)
      const { signIn } = port
      if (!signIn || !key) return undefined
      const network = networks.find(one => one.caipNetworkId === fields.chainId)
      const chainId = network?.walletChain.slice(network.walletChain.indexOf(':') + 1) ?? fields.chainId
      const sign = async (own: AbortSignal) => {
        const { address, signature, signed } = await signIn({ ...fields, chainId }, own)
        const text = readText(signed)
        if (address !== from.address || !isSignedBy(key, signed, signature)) throw otherSigner()
        if (text === undefined || !says(text, { ...fields, chainId })) throw otherText()
        return { signature: writeBase58(signature), scheme: 'ed25519', text }
      }
      return join(port, `${from.address} ${JSON.stringify(fields)}`, sign, signal)
    },

    async verify(from, text, { signature, signedBytes }) {
      const key = readBase58(from.address, 32)
      const bytes = readBase58(signature, 64)
      const signed = signedBytes ?? bytesOf(text)
      return !!key && !!bytes && isWordingOf(signed, bytesOf(text), key) && isSignedBy(key, signed, bytes)
    },
  }
}

const otherText = () => new ChainError('WALLET_ANSWER', message('solana.error.text', 'The wallet signed another text. Nothing was changed.'))
const otherSigner = () => new ChainError('WALLET_ANSWER', signerMessage)

function readText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether a text of Sign-In With Solana says these fields, each once in its own line, for this site and account. A wallet may leave none out and add what was not asked. */
function says(text: string, fields: Omit<SignInFields, 'chainId'> & { readonly chainId: string }): boolean {
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
