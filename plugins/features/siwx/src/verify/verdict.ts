import type { SiwxErrorCode } from './error.js'

/** What a chain says of a signature: how it was made, or why it does not count. */
export type Verdict =
  | { readonly scheme: string }
  | Extract<SiwxErrorCode, `SIGNATURE_${string}` | 'ADDRESS_MALFORMED' | 'CONTRACT_NOT_DEPLOYED' | `RPC_${string}`>
