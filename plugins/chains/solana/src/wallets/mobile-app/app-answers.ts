/** Validates what a wallet app answers: Mobile Wallet Adapter 2.0, "Wallet RPC interface". */
import { displayText } from '@portico/kernel/text'
import { base64 } from '@scure/base'
import {
  array,
  type BaseIssue,
  type BaseSchema,
  fallback,
  integer,
  maxLength,
  minLength,
  nullish,
  number,
  object,
  optional,
  parse,
  pipe,
  rawTransform,
  string,
  unknown,
} from 'valibot'
import { writeBase58 } from '../../messages/keys.js'
import { badAppAnswer } from './app-errors.js'

/** An account that the app shows to this page. */
export interface AppAccount {
  readonly address: string
  readonly label?: string
}
export interface Authorization {
  /** Opaque; authorizes later connections without another prompt. */
  readonly token: string
  readonly accounts: readonly AppAccount[]
}

const most = 100
const bytes = (isRight: (length: number) => boolean) =>
  pipe(
    string(),
    maxLength(1_048_576),
    rawTransform<string, Uint8Array>(({ dataset, addIssue, NEVER }) => {
      try {
        const decoded = base64.decode(dataset.value)
        if (isRight(decoded.length)) return decoded
      } catch {
        // No base64: the issue says so.
      }
      addIssue({ message: 'no base64 of the right length' })
      return NEVER
    }),
  )
const only = <Entry extends BaseSchema<unknown, unknown, BaseIssue<unknown>>>(entry: Entry) =>
  pipe(array(entry), minLength(1), maxLength(1))

const account = object({
  address: bytes(length => length === 32),
  label: fallback(optional(string()), undefined),
})
const token = pipe(string(), minLength(1), maxLength(4_096))
const authorization = object({
  auth_token: token,
  accounts: pipe(array(account), minLength(1), maxLength(most)),
})
const response = object({
  id: pipe(number(), integer()),
  result: optional(unknown()),
  error: nullish(object({ code: pipe(number(), integer()), message: optional(string(), '') })),
})
const payloads = object({ signed_payloads: only(bytes(length => length > 64)) })
const signatures = object({ signatures: only(bytes(length => length === 64)) })
const capabilities = object({ features: optional(array(string())) })

function read<Output>(
  schema: BaseSchema<unknown, Output, BaseIssue<unknown>>,
  answer: unknown,
): Output {
  try {
    return parse(schema, answer)
  } catch (error) {
    throw badAppAnswer(error)
  }
}

/** A JSON-RPC 2.0 response. Throws for anything else. */
export type AppResponse = ReturnType<typeof readResponse>
export const readResponse = (text: string) => parse(response, JSON.parse(text))
export function readAuthorization(answer: unknown): Authorization {
  const { auth_token, accounts } = read(authorization, answer)
  const byAddress = new Map<string, AppAccount>()
  for (const { address, label } of accounts) {
    const shown = displayText(label)
    const written = writeBase58(address)
    byAddress.set(written, { address: written, ...(shown && { label: shown }) })
  }
  return { token: auth_token, accounts: [...byAddress.values()] }
}
/** The only signed message or transaction: bytes that end or begin with a signature. */
export const readSignedPayload = (answer: unknown): Uint8Array => {
  const [payload = new Uint8Array()] = read(payloads, answer).signed_payloads
  return payload
}
export const readSignature = (answer: unknown): Uint8Array => {
  const [signature = new Uint8Array()] = read(signatures, answer).signatures
  return signature
}
/**
 * Whether the app signs a transaction without sending it: apps of version 1 do, which list no
 * features, and those of version 2 that say so.
 */
export const readSignsOnly = (answer: unknown): boolean =>
  read(capabilities, answer).features?.includes('solana:signTransactions') ?? true
