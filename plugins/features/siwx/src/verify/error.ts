/**
 * The reasons for rejecting a sign-in.
 * The messages name fields, never their content, because they may be logged and sent to third
 * parties.
 */
const sentences = {
  MESSAGE_TOO_LONG: 'The message is longer than any sign-in message.',
  MESSAGE_MALFORMED: 'This is no sign-in message (CAIP-122).',
  FIELD_MISSING: 'A field that has to be there is missing.',
  FIELD_MALFORMED: 'A field is not written as the standard has it.',
  DOMAIN_MALFORMED: 'The domain is none, or is not written in ASCII.',
  ADDRESS_MALFORMED: 'The address is none of its chain.',
  NAMESPACE_UNKNOWN:
    'No verifier for this chain. Pass one in the last argument: { verifiers: { namespace: { name, verify } } }.',
  VERIFIER_MALFORMED:
    'A verifier needs a CAIP-2 namespace, a name that no other chain has, and verify().',
  RECAP_MALFORMED:
    'The capabilities (ERC-5573) are not sound, not the last resource, or not what the statement says.',
  CACAO_MALFORMED: 'This is no CACAO (CAIP-74).',
  MESSAGE_ALTERED: 'The message says something other than the data beside it.',
  DOMAIN_OTHER: 'The message was signed for another domain.',
  URI_OTHER: 'The message was signed for another address on the web.',
  ADDRESS_OTHER: 'The message was signed for another account.',
  NETWORK_OTHER: 'The message was signed for another network.',
  NONCE_OTHER: 'The message has another nonce than the one that was given out.',
  NONCE_UNKNOWN: 'The nonce was not given out here, or too long ago.',
  NONCE_USED: 'The nonce was used before.',
  EXPIRED: 'The message has expired.',
  NOT_YET_VALID: 'The message is not valid yet.',
  CLOCK_SKEW: 'The message was issued at a time that cannot be: a clock is wrong.',
  SIGNATURE_MALFORMED: 'This is no signature of that chain.',
  SIGNATURE_MALLEABLE: 'The signature is not in its one customary form (low s).',
  SIGNATURE_WRONG: 'The signature is not that account’s over that message.',
  SIGNATURE_UNSUPPORTED: 'It takes more than one key to judge this signature.',
  CONTRACT_NOT_DEPLOYED:
    'The signature is not by the account’s own key, and no contract stands at its address on that network.',
  RPC_MISSING: 'A signature of a contract can be judged only with a node of its network.',
  RPC_FAILED: 'The node of the network gave no answer that makes sense.',
} as const
export type SiwxErrorCode = keyof typeof sentences
export const isSiwxErrorCode = (value: unknown): value is SiwxErrorCode =>
  typeof value === 'string' && Object.hasOwn(sentences, value)

/** Why a sign-in was rejected. `field` names the field of the message, where one is to blame. */
export class SiwxError extends Error {
  readonly code: SiwxErrorCode
  readonly field: string | undefined
  constructor(code: SiwxErrorCode, field?: string, cause?: unknown) {
    super(
      field === undefined ? sentences[code] : `${sentences[code]} (${field})`,
      cause === undefined ? {} : { cause },
    )
    // Not the class's own name: bundlers shorten that.
    this.name = 'SiwxError'
    this.code = code
    this.field = field
  }
}

/** The error that a node answered instead of a result. */
export class NodeRefusal extends Error {
  readonly code: number | undefined
  constructor(error: unknown) {
    const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as {
      readonly code?: unknown
      readonly message?: unknown
    }
    super(typeof message === 'string' ? message.slice(0, 200) : 'The node refused.')
    this.name = 'NodeRefusal'
    this.code = typeof code === 'number' ? code : undefined
  }
}
