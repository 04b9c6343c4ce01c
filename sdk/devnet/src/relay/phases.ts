/**
 * The phase of a pairing that a message belongs to, by its WalletConnect tag. Messages are
 * encrypted; tags are in the clear.
 *
 * `approval` and `refusal` answer a `proposal`, `response` answers a `request`; both sides may send
 * `deletion` of the session. A tag without a name here is of `another` phase.
 */
const tags = {
  proposal: [1100],
  approval: [1101],
  refusal: [1120, 1121],
  settlement: [1102],
  settled: [1103],
  update: [1104],
  updated: [1105],
  extension: [1106],
  request: [1108],
  response: [1109],
  event: [1110],
  deletion: [1112],
  ping: [1114],
  'sign-in': [1116],
} as const satisfies Readonly<Record<string, readonly number[]>>

export type RelayPhase = keyof typeof tags | 'another'

const names = new Map<number, RelayPhase>(
  Object.entries(tags).flatMap(([name, numbers]) =>
    numbers.map(number => [number, name as RelayPhase]),
  ),
)

export const phaseOf = (tag: number): RelayPhase => names.get(tag) ?? 'another'
