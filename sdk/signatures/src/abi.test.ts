import fc from 'fast-check'
import {
  type AbiParameter,
  encodeAbiParameters,
  encodeFunctionData,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { describe, expect, it } from 'vitest'
import {
  type AbiFault,
  AbiRangeError,
  type AbiShape,
  decodeAbi,
  decodeText,
  encodeAbi,
  encodeCall,
  wordAt,
} from './abi.js'

const [ada, eve] = [
  '0xaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
] as const
const most = 2n ** 256n - 1n
const kyberOrder: AbiShape = [
  'address',
  'address',
  { list: 'address' },
  { list: 'word' },
  { list: 'address' },
  { list: 'word' },
  'address',
  'word',
  'word',
  'word',
  'bytes',
]
const kyberOrderType =
  '(address srcToken, address dstToken, address[] srcReceivers, uint256[] srcAmounts, address[] feeReceivers, uint256[] feeAmounts, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags, bytes permit)'
const kyber = [ada, eve, [ada, eve], [1n, 2n], [], [], eve, 3n, 2n, 0n, '0x'] as const

/** Every shape that a package of this repository encodes or decodes. */
const inUse: readonly [
  name: string,
  type: string,
  shapes: readonly AbiShape[],
  values: readonly unknown[],
][] = [
  ['approve, transfer', 'address, uint256', ['address', 'word'], [ada, most]],
  ['allowance', 'address, address', ['address', 'address'], [ada, eve]],
  ['getPool', 'address, address, uint24', ['address', 'address', 'word'], [ada, eve, 3000n]],
  [
    'selfPermit',
    'address, uint256, uint256, uint8, bytes32, bytes32',
    ['address', 'word', 'word', 'word', 'word', 'word'],
    [ada, 1n, 2n, 27n, most, 0n],
  ],
  [
    'an EIP-712 domain',
    'bytes32, bytes32, bytes32, uint256, address',
    ['word', 'word', 'word', 'word', 'address'],
    [1n, 2n, most, 1n, ada],
  ],
  ['quoteExactInput', 'bytes, uint256', ['bytes', 'word'], [`0x${'ab'.repeat(43)}`, 5n]],
  [
    'exactInput',
    '(bytes path, address recipient, uint256 amountIn, uint256 amountOutMinimum)',
    [['bytes', 'address', 'word', 'word']],
    [[`0x${'ab'.repeat(43)}`, ada, 5n, 4n]],
  ],
  [
    'multicall',
    'uint256, bytes[]',
    ['word', { list: 'bytes' }],
    [9n, ['0x', '0x1234', `0x${'cd'.repeat(32)}`, `0x${'cd'.repeat(33)}`]],
  ],
  [
    'aggregate3',
    '(address target, bool allowFailure, bytes callData)[]',
    [{ list: ['address', 'word', 'bytes'] }],
    [
      [
        [ada, 1n, '0x1234'],
        [eve, 1n, '0x'],
      ],
    ],
  ],
  [
    'answers of aggregate3',
    '(bool success, bytes returnData)[]',
    [{ list: ['word', 'bytes'] }],
    [
      [
        [1n, `0x${'00'.repeat(32)}`],
        [0n, '0x'],
      ],
    ],
  ],
  [
    'swap of KyberSwap',
    `(address, address, bytes, ${kyberOrderType}, bytes)`,
    [['address', 'address', 'bytes', kyberOrder, 'bytes']],
    [[ada, eve, '0x12', kyber, '0x1234']],
  ],
  [
    'swapSimpleMode of KyberSwap',
    `address, ${kyberOrderType}, bytes, bytes`,
    ['address', kyberOrder, 'bytes', 'bytes'],
    [ada, kyber, '0x12', '0x1234'],
  ],
  [
    'swap of 1inch',
    'address, (address, address, address, address, uint256, uint256, uint256), bytes',
    ['address', ['address', 'address', 'address', 'address', 'word', 'word', 'word'], 'bytes'],
    [ada, [ada, eve, ada, eve, 1n, 2n, 0n], `0x${'5d'.repeat(77)}`],
  ],
  [
    'a batch of calls',
    '(address, uint256, bytes)[]',
    [{ list: ['address', 'word', 'bytes'] }],
    [
      [
        [ada, 0n, '0x'],
        [eve, most, `0x${'ff'.repeat(100)}`],
      ],
    ],
  ],
  ['execute of ERC-7579', 'bytes32, bytes', ['word', 'bytes'], [1n, '0x12']],
  [
    'a wrapped signature of ERC-6492',
    'address, bytes, bytes',
    ['address', 'bytes', 'bytes'],
    [ada, '0x1234', `0x${'12'.repeat(65)}`],
  ],
  [
    'the validator of ERC-6492',
    'address, bytes32, bytes',
    ['address', 'word', 'bytes'],
    [ada, most, `0x${'12'.repeat(65)}`],
  ],
  [
    'isValidSignature of ERC-1271',
    'bytes32, bytes',
    ['word', 'bytes'],
    [most, `0x${'12'.repeat(65)}`],
  ],
  [
    'TransferBatch of ERC-1155',
    'uint256[], uint256[]',
    [{ list: 'word' }, { list: 'word' }],
    [
      [1n, 2n],
      [3n, most],
    ],
  ],
  [
    'latestRoundData',
    'uint80, int256, uint256, uint256, uint80',
    ['word', 'word', 'word', 'word', 'word'],
    [1n, 2n, 3n, 4n, 5n],
  ],
]

// viem wants numbers for small integers, booleans, and bytes32 as hex.
function forViem(parameter: AbiParameter, value: unknown): unknown {
  const { type } = parameter
  const components = 'components' in parameter ? parameter.components : []
  if (type.endsWith('[]'))
    return (value as readonly unknown[]).map(item =>
      forViem({ ...parameter, type: type.slice(0, -2) }, item),
    )
  if (type === 'tuple') {
    const fields = components.map((component, at) =>
      forViem(component, (value as readonly unknown[])[at]),
    )
    return components.every(({ name }) => name)
      ? Object.fromEntries(components.map(({ name }, at) => [name, fields[at]]))
      : fields
  }
  if (type === 'bool') return value === 1n
  if (type === 'bytes32') return `0x${(value as bigint).toString(16).padStart(64, '0')}`
  return /^uint(8|24)$/.test(type) ? Number(value) : value
}
const viemEncoded = (type: string, values: readonly unknown[]): string => {
  const parameters = parseAbiParameters(type) as readonly AbiParameter[]
  return encodeAbiParameters(
    parameters,
    parameters.map((parameter, at) => forViem(parameter, values[at])),
  )
}
const encoded = (shapes: readonly AbiShape[], values: readonly unknown[]) =>
  encodeAbi(shapes, values as never)

describe('The ABI codec', () => {
  it.each(inUse)(
    'encodes %s as viem does, and decodes the same values from it',
    (_name, type, shapes, values) => {
      const data = viemEncoded(type, values)
      expect(`0x${encoded(shapes, values)}`).toBe(data)
      expect(decodeAbi(shapes, data)).toEqual({ values })
      expect(decodeAbi(shapes, data.toUpperCase().slice(2))).toEqual({ values })
      expect(decodeAbi(shapes, data, { isExact: false })).toEqual({ values })
    },
  )

  it('encodes a call with its selector as viem does', () => {
    const abi = parseAbi(['function approve(address spender, uint256 value)'])
    expect(encodeCall('0x095ea7b3', ['address', 'word'], [ada, 7n])).toBe(
      encodeFunctionData({ abi, functionName: 'approve', args: [ada, 7n] }),
    )
  })

  const word = fc.bigInt({ min: 0n, max: most })
  const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`
  const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hexOf)
  const bytes = fc.uint8Array({ maxLength: 100 }).map(hexOf)
  const shape: fc.Arbitrary<AbiShape> = fc.letrec<{ shape: AbiShape }>(tie => ({
    shape: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('word' as const, 'address' as const, 'bytes' as const),
      fc.record({ list: tie('shape') }),
      fc.array(tie('shape'), { minLength: 1, maxLength: 4 }),
    ),
  })).shape
  const valuesOf = (one: AbiShape): fc.Arbitrary<unknown> => {
    if (one === 'word') return word
    if (one === 'address') return address
    if (one === 'bytes') return bytes
    return 'list' in one
      ? fc.array(valuesOf(one.list), { maxLength: 4 })
      : fc.tuple(...one.map(valuesOf))
  }
  const typeOf = (one: AbiShape): string =>
    typeof one === 'string'
      ? one === 'word'
        ? 'uint256'
        : one
      : 'list' in one
        ? `${typeOf(one.list)}[]`
        : `(${one.map(typeOf).join()})`
  const arguments_ = fc
    .array(shape, { minLength: 1, maxLength: 4 })
    .chain(shapes => fc.tuple(fc.constant(shapes), fc.tuple(...shapes.map(valuesOf))))

  it('agrees with viem on arguments of any shape, and decodes what it encoded', () => {
    fc.assert(
      fc.property(arguments_, ([shapes, values]) => {
        const data = encoded(shapes, values)
        expect(`0x${data}`).toBe(viemEncoded(shapes.map(typeOf).join(), values))
        expect(decodeAbi(shapes, data)).toEqual({ values })
      }),
    )
  })
  it('[S20] accepts by default only the canonical encoding of the values, for any changed byte', () => {
    fc.assert(
      fc.property(arguments_, fc.nat(), fc.nat(255), ([shapes, values], at, byte) => {
        const data = encoded(shapes, values)
        const place = data.length ? 2 * (at % (data.length / 2)) : 0
        const changed =
          data.slice(0, place) + byte.toString(16).padStart(2, '0') + data.slice(place + 2)
        const { values: decoded } = decodeAbi(shapes, changed)
        if (decoded) expect(encoded(shapes, decoded)).toBe(changed)
      }),
    )
  })
  it('[S20] returns a value no larger than the data, or a fault, for any bytes', () => {
    fc.assert(
      fc.property(
        shape,
        fc.uint8Array({ maxLength: 1_000 }),
        fc.boolean(),
        (one, data, isExact) => {
          const decoded = decodeAbi([one], hexOf(data), { isExact })
          const size = JSON.stringify(decoded, (_, value) =>
            typeof value === 'bigint' ? String(value) : value,
          ).length
          expect(size).toBeLessThan(10 * (data.length + 32))
        },
      ),
    )
  })

  const w = (value: number | bigint) => value.toString(16).padStart(64, '0')
  it.each<[string, readonly AbiShape[], string, AbiFault, AbiFault | 'read']>([
    ['no data', ['word'], '', 'short', 'short'],
    ['half a word', ['word'], w(1).slice(0, 32), 'short', 'short'],
    ['an odd digit', ['word'], `${w(1)}0`, 'hex', 'hex'],
    ['what is not hex', ['word'], `${w(1).slice(0, 63)}g`, 'hex', 'hex'],
    [
      'what is not hex in its middle',
      ['word'],
      `${w(1).slice(0, 32)}0x${w(1).slice(32)}`,
      'hex',
      'hex',
    ],
    ['a word more', ['word'], w(1) + w(0), 'long', 'read'],
    ['a byte more', ['bytes'], `${w(32)}${w(0)}00`, 'long', 'read'],
    [
      'an address of 21 bytes',
      ['address'],
      `${'0'.repeat(22)}01${ada.slice(2)}`,
      'address',
      'address',
    ],
    [
      'an address behind a byte and zeros',
      ['address'],
      `01${'0'.repeat(62)}`,
      'address',
      'address',
    ],
    ['an offset that points at itself', ['bytes'], w(0), 'offset', 'offset'],
    ['an offset into the head', ['bytes', 'word'], w(32) + w(0), 'offset', 'offset'],
    ['an offset past the end', ['bytes'], w(96) + w(0), 'offset', 'offset'],
    ['an offset to the end', ['bytes'], w(32), 'short', 'short'],
    ['the largest offset', ['bytes'], w(most) + w(0), 'offset', 'offset'],
    ['a gap before the bytes', ['bytes'], w(64) + w(0) + w(0), 'offset', 'read'],
    ['parts in another order', ['bytes', 'bytes'], w(96) + w(64) + w(0) + w(0), 'offset', 'read'],
    ['two offsets to one part', ['bytes', 'bytes'], w(64) + w(64) + w(0) + w(0), 'offset', 'read'],
    [
      'many offsets to one part',
      [{ list: 'bytes' }],
      w(32) + w(4) + w(128).repeat(4) + w(64) + 'ab'.repeat(64),
      'offset',
      'overlap',
    ],
    [
      'two offsets to one part beside a word that nothing points at',
      ['bytes', 'bytes'],
      w(64) + w(64) + w(32) + 'ab'.repeat(32) + w(0),
      'offset',
      'overlap',
    ],
    ['fewer bytes than it says', ['bytes'], w(32) + w(33) + 'ab'.repeat(32), 'short', 'short'],
    ['the largest length', ['bytes'], w(32) + w(most), 'short', 'short'],
    ['bytes without padding', ['bytes'], `${w(32)}${w(1)}ab`, 'short', 'read'],
    [
      'bytes padded with something',
      ['bytes'],
      `${w(32)}${w(1)}ab${'0'.repeat(61)}1`,
      'padding',
      'read',
    ],
    ['fewer items than it says', [{ list: 'word' }], w(32) + w(2) + w(1), 'short', 'short'],
    ['fewer offsets than it says', [{ list: 'bytes' }], w(32) + w(2) + w(999), 'short', 'short'],
    ['the largest count', [{ list: 'word' }], w(32) + w(most) + w(1), 'short', 'short'],
    ['a tuple that ends early', [['bytes', 'word']], w(32) + w(64), 'short', 'offset'],
  ])('[S20] refuses %s with the name of the fault', (_name, shapes, data, fault, inAnswers) => {
    expect(decodeAbi(shapes, data)).toEqual({ fault })
    expect(decodeAbi(shapes, data, { isExact: false })).toEqual(
      inAnswers === 'read' ? { values: expect.any(Array) } : { fault: inAnswers },
    )
  })

  it.each<[string, () => unknown, string]>([
    ['a negative number', () => encodeAbi(['word'], [-1n]), '-1 does not fit into 256 bits.'],
    [
      'a number of 257 bits',
      () => encodeAbi(['word'], [2n ** 256n]),
      `${2n ** 256n} does not fit into 256 bits.`,
    ],
    [
      'an address that is too short',
      () => encodeAbi(['address'], ['0x12']),
      '0x12 is not an address.',
    ],
    [
      'an address that is too long',
      () => encodeAbi(['address'], [`${ada}bb`]),
      `${ada}bb is not an address.`,
    ],
    [
      'an address behind something else',
      () => encodeAbi(['address'], [`0x00${ada}`]),
      `0x00${ada} is not an address.`,
    ],
    [
      'an address that is no hex',
      () => encodeAbi(['address'], [`0x${'g'.repeat(40)}`]),
      `0x${'g'.repeat(40)} is not an address.`,
    ],
    ['half a byte', () => encodeAbi(['bytes'], ['0x1']), 'These bytes are not hex.'],
    ['bytes that are no hex', () => encodeAbi(['bytes'], ['0xzz']), 'These bytes are not hex.'],
  ])('does not encode %s', (_name, encode, sentence) => {
    expect(encode).toThrow(new AbiRangeError(sentence))
  })

  it('reads a word by its position, and none past the end or with characters that are no hex', () => {
    const data = w(1) + w(most)
    expect([
      wordAt(data, 0),
      wordAt(`0x${data}`, 1),
      wordAt(data, 2),
      wordAt(data.slice(0, -2), 1),
      wordAt('0x', 0),
      wordAt('zz'.repeat(32), 0),
    ]).toEqual([1n, most, undefined, undefined, undefined, undefined])
  })

  it.each([
    [
      'a string',
      encodeAbiParameters(parseAbiParameters('string'), ['Dai Stäblecoin']),
      'Dai Stäblecoin',
    ],
    ['an empty string', encodeAbiParameters(parseAbiParameters('string'), ['']), ''],
    ['a string of one word', `0x${w(32)}${w(32)}${'61'.repeat(32)}`, 'a'.repeat(32)],
    ['32 bytes', `0x4d4b52${'00'.repeat(29)}`, 'MKR'],
    ['32 bytes with a zero between letters', `0x4d4b520041${'00'.repeat(27)}`, 'MKR\0A'],
    ['32 bytes with something between', `4d4b520x${'00'.repeat(29)}`, undefined],
    ['a string and a word more', `0x${w(32)}${w(2)}6869${'00'.repeat(30)}${w(0)}`, 'hi'],
    ['nothing', '0x', undefined],
    ['a length that is not there', `0x${w(32)}${w(1_000)}`, undefined],
    ['an offset that is not there', `0x${w(most)}${w(0)}`, undefined],
  ])('decodes the text of a contract that answers %s', (_name, answer, text) => {
    expect(decodeText(answer)).toBe(text)
  })
})
