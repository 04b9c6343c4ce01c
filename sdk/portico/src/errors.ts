/** An error for the developer: the set-up is wrong, or a hook cannot do what was requested. */
export class SdkError extends Error {
  override readonly name = 'SdkError'
  readonly code:
    | 'NO_PROVIDER'
    | 'REACT_VERSION'
    | 'OTHER_VERSION'
    | 'NO_TRANSACTIONS'
    | 'NO_ACCOUNT'
    | 'NOT_SUPPORTED'
    | 'DECLINED'
    | 'WALLET_FAILED'
    | 'BAD_NETWORK'
    | 'TOKENS_UNAVAILABLE'
    | 'BAD_CHILD'
    | 'BAD_TRANSACTION'
    | 'TRANSACTION_OPEN'
    | 'TRANSACTION_GUARDED'

  constructor(code: SdkError['code'], sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.code = code
  }
}
