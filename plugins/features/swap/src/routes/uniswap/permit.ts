/** Permits: approvals by signature (EIP-2612), for tokens that support them. */
import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils'
import type { PermitStep } from '@portico/kernel/capabilities'
import type { Hex } from '@portico/kernel/chain'
import { decodeText, encodeAbi, encodeCall, wordAt } from '@portico/signatures/abi'
import type { ContractCall } from './node.js'
import type { PermitCall } from './router-calls.js'

/**
 * The calls that read a token's permit support; `readPermitFacts` takes the answers in this order.
 */
export const permitQuestions = (token: Hex, owner: Hex): readonly ContractCall[] => [
  { to: token, data: '0x3644e515' }, // DOMAIN_SEPARATOR()
  { to: token, data: '0x06fdde03' }, // name()
  { to: token, data: '0x54fd4d50' }, // version()
  { to: token, data: encodeCall('0x7ecebe00', ['address'], [owner]) }, // nonces(address)
  { to: token, data: '0x30adf81f' }, // PERMIT_TYPEHASH()
]
export interface PermitFacts {
  readonly name: string
  readonly version: string
  readonly nonce: bigint
}
/**
 * Reads how a token takes permits. Undefined for a token without permits, with a non-standard
 * domain, or with another permit type (DAI's is older than EIP-2612): a signature would be useless
 * there. A token that names no version has `1`.
 */
export function readPermitFacts(
  answers: readonly (Hex | undefined)[],
  token: Hex,
  chainId: bigint,
): PermitFacts | undefined {
  const [separator, named, versioned, counted, typed] = answers
  const name = named && decodeText(named)
  const nonce = counted && wordAt(counted, 0)
  if (!separator || !name || nonce === undefined) return undefined
  if (typed && wordAt(typed, 0) !== permitType) return undefined
  const version = (versioned && decodeText(versioned)) || '1'
  return domainSeparator(name, version, chainId, token) === separator.toLowerCase()
    ? { name, version, nonce }
    : undefined
}
const hashOf = (text: string): bigint => BigInt(`0x${bytesToHex(keccak_256(utf8ToBytes(text)))}`)
const permitType = hashOf(
  'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
)
function domainSeparator(name: string, version: string, chainId: bigint, token: Hex): Hex {
  const type = hashOf(
    'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)',
  )
  const data = encodeAbi(
    ['word', 'word', 'word', 'word', 'address'],
    [type, hashOf(name), hashOf(version), chainId, token],
  )
  return `0x${bytesToHex(keccak_256(hexToBytes(data)))}`
}

const fields = (...named: readonly (readonly [name: string, type: string])[]) =>
  named.map(([name, type]) => ({ name, type }))
const types = {
  EIP712Domain: fields(
    ['name', 'string'],
    ['version', 'string'],
    ['chainId', 'uint256'],
    ['verifyingContract', 'address'],
  ),
  Permit: fields(
    ['owner', 'address'],
    ['spender', 'address'],
    ['value', 'uint256'],
    ['nonce', 'uint256'],
    ['deadline', 'uint256'],
  ),
}
/**
 * What the person signs: exactly this amount, for this spender, until the deadline (seconds since
 * the epoch).
 */
export function typedPermit(
  facts: PermitFacts,
  permit: {
    readonly token: Hex
    readonly owner: Hex
    readonly spender: Hex
    readonly value: bigint
    readonly deadline: number
  },
  chainId: bigint,
) {
  const { owner, spender, value, deadline, token } = permit
  return {
    domain: {
      name: facts.name,
      version: facts.version,
      chainId: Number(chainId),
      verifyingContract: token,
    },
    types,
    primaryType: 'Permit',
    message: {
      owner,
      spender,
      value: String(value),
      nonce: String(facts.nonce),
      deadline: String(deadline),
    },
  } as const
}

/** Encodes the signature of a permit as a call. Undefined unless it has 65 bytes. */
export function permitCall(
  { step, signature }: { readonly step: PermitStep; readonly signature: string },
  token: Hex,
): PermitCall | undefined {
  const [, r, s, last] = /^0x([0-9a-f]{64})([0-9a-f]{64})([0-9a-f]{2})$/i.exec(signature) ?? []
  if (!r || !s || !last || typeof step.approval.amount !== 'bigint') return undefined
  const v = BigInt(`0x${last}`)
  // Some hardware wallets return 0 or 1 as the recovery value.
  return {
    token,
    value: step.approval.amount,
    deadline: BigInt(Math.floor(step.deadline / 1000)),
    v: v < 27n ? v + 27n : v,
    r: BigInt(`0x${r}`),
    s: BigInt(`0x${s}`),
  }
}
