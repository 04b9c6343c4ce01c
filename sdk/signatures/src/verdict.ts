/** The result of a verification: the scheme of the signature, or why it is invalid. */
export type Verdict =
  | { readonly scheme: 'bip322' | 'ecdsa' | 'ed25519' | 'sr25519' }
  | 'ADDRESS_MALFORMED'
  | 'SIGNATURE_MALFORMED'
  /**
   * Not in the canonical form (low s): anyone who sees one signature could make this second one.
   */
  | 'SIGNATURE_MALLEABLE'
  | 'SIGNATURE_WRONG'
  /** It takes more than one key to judge. */
  | 'SIGNATURE_UNSUPPORTED'
