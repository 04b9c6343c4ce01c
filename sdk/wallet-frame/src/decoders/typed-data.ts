/** Decodes EIP-712 typed data: permits of tokens and Permit2, others field by field. */
import * as v from 'valibot'
import { amountOf, permit2 } from './evm-calls.js'
import {
  type Action,
  hasHiddenCharacters,
  type Reading,
  reading,
  refused,
  type TypedDomain,
  unreadable,
} from './reading.js'

/** A text whose every character is seen. */
const seen = v.pipe(
  v.string(),
  v.check(text => !hasHiddenCharacters(text)),
)
/** Names of members make up the paths that a person reads, so they have no other characters. */
const member = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-zA-Z_$][\w$]*$/)),
  type: v.string(),
})
const schema = v.strictObject({
  types: v.record(v.string(), v.array(member)),
  // Only the domain is signed with the domain as the primary type, and nothing of the message.
  primaryType: v.pipe(v.string(), v.regex(/^[\w$:]+$/), v.notValue('EIP712Domain')),
  domain: v.strictObject({
    name: v.optional(seen),
    version: v.optional(seen),
    chainId: v.optional(v.union([v.number(), v.string(), v.bigint()])),
    verifyingContract: v.optional(v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/))),
    salt: v.optional(v.string()),
  }),
  message: v.record(v.string(), v.unknown()),
})
type TypedData = v.InferOutput<typeof schema>
type Field = { readonly path: string; readonly value: string }

/** Values that one message may have: more cannot be read by a person. */
const maxFields = 200

/**
 * Reads typed data (an object, or its JSON). `origin`: that of the page; `chainId`: the network of
 * the request.
 */
export function readTypedData(found: unknown, chainId: string, origin: string): Reading {
  const data = v.safeParse(schema, typeof found === 'string' ? parse(found) : found)
  if (!data.success) return unreadable
  const typed = data.output
  if (isDelegation(typed)) return refused('delegation')
  const domain = readDomain(typed.domain)
  if (!domain || !signsWholeDomain(typed)) return unreadable
  // A signature for another network can be replayed there; 0 is the chain of "every network".
  if (domain.chainId !== undefined && `eip155:${domain.chainId}` !== chainId)
    return refused('chain')
  const fields = readStruct(typed, typed.primaryType, typed.message, '', 0)
  if (!fields || fields.length > maxFields) return unreadable
  const warnings = namesOtherSite(domain, origin) ? (['other-site'] as const) : []
  const permit = readPermit(typed, domain)
  if (permit) return permit === 'unknown' ? unreadable : reading(permit, { warnings })
  const action = { kind: 'typed-data', domain, primaryType: typed.primaryType, fields } as const
  return reading([action], { warnings })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Text that is no JSON is unreadable like any other value of a wrong type.
    return undefined
  }
}

function readDomain({ salt, ...domain }: TypedData['domain']): TypedDomain | undefined {
  const { name, version, verifyingContract } = domain
  const chainId = domain.chainId === undefined ? undefined : integer(domain.chainId)
  if ((domain.chainId !== undefined && chainId === undefined) || salt !== undefined)
    return undefined
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    ...(chainId !== undefined && { chainId }),
    ...(verifyingContract && { verifyingContract: verifyingContract.toLowerCase() }),
  }
}

const domainTypes: ReadonlyMap<string, string> = new Map([
  ['name', 'string'],
  ['version', 'string'],
  ['chainId', 'uint256'],
  ['verifyingContract', 'address'],
])
/**
 * The types decide which parts of the domain are signed: a part that is not would mislead. Without
 * types viem leaves out a network that is a text, and names that are empty.
 */
function signsWholeDomain({ types, domain }: TypedData): boolean {
  const members = Object.hasOwn(types, 'EIP712Domain') ? (types.EIP712Domain ?? []) : undefined
  const typeOf = new Map(members?.map(({ name, type }) => [name, type]))
  const given = Object.keys(domain)
  return (
    members?.length === given.length &&
    given.every(name => typeOf.has(name) && typeOf.get(name) === domainTypes.get(name))
  )
}

/** An authorization of EIP-7702, by its name or by its members. */
function isDelegation({ types, primaryType }: TypedData): boolean {
  const names = (members: TypedData['types'][string]) =>
    members
      .map(({ name }) => name.toLowerCase())
      .sort()
      .join()
  return (
    /authorization|setcode|delegat/i.test(primaryType) ||
    Object.entries(types).some(
      ([name, members]) => name !== 'EIP712Domain' && names(members) === 'address,chainid,nonce',
    )
  )
}

/** True where the name of the domain is a host that is not the page's. */
function namesOtherSite({ name = '' }: TypedDomain, origin: string): boolean {
  const isHost = /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name)
  return isHost && name.toLowerCase() !== new URL(origin).hostname
}

/** Every value of a struct, or undefined unless the types describe exactly this message. */
function readStruct(
  data: TypedData,
  type: string,
  value: unknown,
  path: string,
  depth: number,
): readonly Field[] | undefined {
  const members = Object.hasOwn(data.types, type) ? data.types[type] : undefined
  if (!members || depth > 8 || typeof value !== 'object' || value === null || Array.isArray(value))
    return undefined
  const names = new Set(members.map(({ name }) => name))
  // A value beside the types is not signed, so showing it would mislead.
  if (names.size !== members.length || Object.keys(value).some(key => !names.has(key)))
    return undefined
  const parts = members.map(one =>
    Object.hasOwn(value, one.name)
      ? readValue(
          data,
          one.type,
          value[one.name as keyof typeof value],
          join(path, one.name),
          depth,
        )
      : undefined,
  )
  return parts.every(part => part !== undefined) ? parts.flat() : undefined
}
const join = (path: string, name: string) => (path ? `${path}.${name}` : name)

function readValue(
  data: TypedData,
  type: string,
  value: unknown,
  path: string,
  depth: number,
): readonly Field[] | undefined {
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(value) || (length && value.length !== Number(length))) return undefined
    if (value.length > maxFields) return undefined
    const parts = value.map((one, index) =>
      readValue(data, element, one, `${path}[${index}]`, depth + 1),
    )
    return parts.every(part => part !== undefined) ? parts.flat() : undefined
  }
  if (Object.hasOwn(data.types, type)) return readStruct(data, type, value, path, depth + 1)
  const shown = readPrimitive(type, value)
  return shown === undefined ? undefined : [{ path, value: shown }]
}

function readPrimitive(type: string, value: unknown): string | undefined {
  if (type === 'string') return v.is(seen, value) ? value : undefined
  if (type === 'bool') return typeof value === 'boolean' ? String(value) : undefined
  if (type === 'address') return isHex(value, 20) ? value.toLowerCase() : undefined
  if (type === 'bytes') return isHex(value) ? value.toLowerCase() : undefined
  const [, size] = /^bytes([1-9]|[12]\d|3[0-2])$/.exec(type) ?? []
  if (size) return isHex(value, Number(size)) ? value.toLowerCase() : undefined
  return readInteger(type, value)
}

function readInteger(type: string, value: unknown): string | undefined {
  const [, unsigned, bits = '0'] = /^(u?)int(\d{1,3})$/.exec(type) ?? []
  const size = BigInt(bits)
  const number = integer(value)
  if (number === undefined || size === 0n || size > 256n || size % 8n !== 0n) return undefined
  const low = unsigned ? 0n : -(1n << (size - 1n))
  const high = unsigned ? 1n << size : 1n << (size - 1n)
  return number >= low && number < high ? String(number) : undefined
}
const isHex = (value: unknown, bytes?: number): value is string =>
  typeof value === 'string' &&
  /^0x(?:[\da-fA-F]{2})*$/.test(value) &&
  (bytes === undefined || value.length === 2 + 2 * bytes)
function integer(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^(?:-?\d{1,78}|0x[\da-fA-F]{1,64})$/.test(value)
    ? BigInt(value)
    : undefined
}

const amount = v.pipe(v.unknown(), v.transform(integer), v.bigint(), v.minValue(0n))
const address = v.pipe(v.string(), v.regex(/^0x[\da-fA-F]{40}$/), v.toLowerCase())
const tokenPermit = v.strictObject({
  owner: address,
  spender: address,
  value: amount,
  nonce: amount,
  deadline: amount,
})
const daiPermit = v.strictObject({
  holder: address,
  spender: address,
  nonce: amount,
  expiry: amount,
  allowed: v.boolean(),
})
const details = v.strictObject({ token: address, amount, expiration: amount, nonce: amount })
const allowance = v.strictObject({
  details: v.union([details, v.array(details)]),
  spender: address,
  sigDeadline: amount,
})
const permitted = v.strictObject({ token: address, amount })
const signatureTransfer = v.strictObject({
  permitted: v.union([permitted, v.array(permitted)]),
  spender: address,
  nonce: amount,
  deadline: amount,
})
const isDeadline = true
/** A time that does not come. */
const endless = (1n << 256n) - 1n
const list = <Value>(value: Value | Value[]): Value[] => (Array.isArray(value) ? value : [value])

/** The approvals of a permit; `unknown` for one that only looks like it; undefined for others. */
function readPermit(
  { primaryType, message }: TypedData,
  { verifyingContract = '' }: TypedDomain,
): readonly Action[] | 'unknown' | undefined {
  if (!/^Permit/.test(primaryType)) return undefined
  if (primaryType === 'Permit') return readTokenPermit(message, verifyingContract)
  // Data of Permit2 for another contract gives away something else than it says.
  if (verifyingContract !== permit2) return 'unknown'
  if (primaryType === 'PermitSingle' || primaryType === 'PermitBatch') {
    const found = v.safeParse(allowance, message)
    if (!found.success) return 'unknown'
    const { spender } = found.output
    return list(found.output.details).map(one => ({
      kind: 'approval',
      token: one.token,
      spender,
      amount: amountOf(one.amount),
      until: one.expiration,
    }))
  }
  const found = v.safeParse(signatureTransfer, message)
  // With a witness the transfer depends on data that is not in the permit.
  if (!found.success || /Witness/.test(primaryType)) return 'unknown'
  const { spender, deadline } = found.output
  return list(found.output.permitted).map(one => ({
    kind: 'approval',
    token: one.token,
    spender,
    amount: amountOf(one.amount),
    until: deadline,
    isDeadline,
  }))
}

function readTokenPermit(
  message: TypedData['message'],
  token: string,
): readonly Action[] | 'unknown' {
  const permit = v.safeParse(tokenPermit, message)
  const dai = v.safeParse(daiPermit, message)
  if (!token || (!permit.success && !dai.success)) return 'unknown'
  if (permit.success) {
    const { spender, value, deadline } = permit.output
    const amount = amountOf(value)
    return [{ kind: 'approval', token, spender, amount, until: deadline, isDeadline }]
  }
  if (!dai.success) return 'unknown'
  const { spender, allowed, expiry } = dai.output
  const amount = allowed ? 'unlimited' : 0n
  // 0 is "never" here.
  const until = expiry === 0n ? endless : expiry
  return [{ kind: 'approval', token, spender, amount, until, isDeadline }]
}
