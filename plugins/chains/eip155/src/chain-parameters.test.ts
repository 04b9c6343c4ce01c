import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../kernel/test/vectors.js'
import { parseChainParameters } from './chain-parameters.js'

interface ParametersCase {
  readonly name: string
  readonly params: Record<string, unknown>
  readonly valid: boolean
}
// Node answers and the order of wallet requests are tested in switch-network.test.ts.
const isTestedWithSwitching = ({ params }: ParametersCase) =>
  ['rpcAnswersChainId', 'rpcUnreachable', 'flow'].some(key => key in params)

describe.skipIf(!hasVectors)('chain parameters, against the EIP-3085 vectors', () => {
  const cases = vectors<ParametersCase>('eip3085-chain-params').cases.filter(
    one => !isTestedWithSwitching(one),
  )
  it.each(cases.map(one => [one.name, one.valid ? 'pass' : 'do not pass', one] as const))(
    '[S29] "%s" %s',
    (_name, _verb, { params, valid }) => {
      expect(parseChainParameters(params) !== undefined).toBe(valid)
    },
  )
})

describe('chain parameters', () => {
  const sound = {
    chainId: '0x89',
    chainName: 'Polygon',
    rpcUrls: ['https://rpc.example'],
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
  }

  it('parseChainParameters keeps the EIP-3085 fields and drops all others', () => {
    const parsed = parseChainParameters({
      ...sound,
      blockExplorerUrls: [],
      evil: 1,
      nativeCurrency: { ...sound.nativeCurrency, evil: 1 },
    })
    expect(parsed).toEqual(sound)
  })

  it.each(['http://localhost:8545', 'http://127.0.0.1:8545', 'http://[::1]:8545'])(
    'parseChainParameters accepts an http loopback endpoint: %s',
    url => {
      expect(parseChainParameters({ ...sound, rpcUrls: [url] })?.rpcUrls).toEqual([url])
    },
  )

  it.each([
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'https://user:pass@rpc.example',
    'http://10.0.0.1',
  ])('parseChainParameters rejects %s', url => {
    expect(parseChainParameters({ ...sound, rpcUrls: [url] })).toBeUndefined()
  })

  it('[S3] parseChainParameters accepts or rejects input of any shape without touching a prototype', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (value, list) => {
        parseChainParameters(value)
        parseChainParameters({ ...sound, rpcUrls: list, nativeCurrency: value })
        parseChainParameters(
          JSON.parse(
            '{"__proto__":{"polluted":1},"chainId":"0x1","rpcUrls":["https://a.example"]}',
          ),
        )
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
      { numRuns: 500 },
    )
  })
})
