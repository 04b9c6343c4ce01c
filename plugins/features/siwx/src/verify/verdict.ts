import type { SiwxErrorCode } from './error.js'

/** The result of verifying a signature: how it was made, or why it is invalid. */
export type Verdict =
  | { readonly scheme: string }
  | Extract<
      SiwxErrorCode,
      `SIGNATURE_${string}` | 'ADDRESS_MALFORMED' | 'CONTRACT_NOT_DEPLOYED' | `RPC_${string}`
    >
