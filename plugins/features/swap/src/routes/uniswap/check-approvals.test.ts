import type { Eip155Transaction, Hex } from '@portico/kernel/chain'
import fc from 'fast-check'
import { hashTypedData, maxUint256, type TypedDataDefinition } from 'viem'
import { describe, expect, it } from 'vitest'
import { hasVectors, vectors } from '../../../../../../kernel/test/vectors.js'
import {
  ada,
  addressOf,
  amount,
  dai,
  dollar,
  eve,
  flip,
  now,
  router,
  shownToken,
  trusted,
  wrapped,
} from '../../../test/uniswap-orders.js'
import { minimumReceived } from '../../quoting/slippage.js'
import { type Fault, faultOfApproval, faultOfPermit, longestDeadline } from './check.js'
import { typedPermit } from './permit.js'
import { bodyOf, routerStep } from './route-steps.js'
import { type Path, readApprove, readOrder, routerItself, writeApprove } from './router-calls.js'

interface PermitVector {
  readonly name: string
  readonly domain: {
    readonly name: string
    readonly version?: string
    readonly chainId: number
    readonly verifyingContract: Hex
  }
  readonly primaryType: string
  readonly message: {
    readonly owner: Hex
    readonly spender: Hex
    readonly value: string
    readonly nonce: string
    readonly deadline: string
  }
  readonly digest: Hex
}

describe('[S20] an approval', () => {
  const wanted = { token: dai, amount }
  const honest = { to: dai, data: writeApprove(router, amount), value: 0n }
  it('an approval of exactly the amount for the router passes, and so does its revocation', () => {
    expect(faultOfApproval(honest, wanted, trusted)).toBeUndefined()
    expect(
      faultOfApproval(
        { ...honest, data: writeApprove(router, 0n) },
        { token: dai, amount: 0n },
        trusted,
      ),
    ).toBeUndefined()
  })

  const selector = (hex: string): Hex => `0x${hex}${writeApprove(router, amount).slice(10)}`
  const times = (percent: bigint): Hex => writeApprove(router, (amount * percent) / 100n)
  const alteredApprovals: readonly (readonly [
    what: string,
    fault: Fault,
    transaction: Eip155Transaction,
  ])[] = [
    ...[eve, wrapped, dai, dollar, ada, addressOf('0'), routerItself].map(
      spender =>
        [`for ${spender}`, 'spender', { ...honest, data: writeApprove(spender, amount) }] as const,
    ),
    ...[101n, 105n, 99n, 95n, 200n, 1n, 0n, 10_000n].map(
      percent => [`of ${percent} %`, 'amount', { ...honest, data: times(percent) }] as const,
    ),
    ['without limit', 'amount', { ...honest, data: writeApprove(router, maxUint256) }],
    [
      'without limit in the manner of Permit2',
      'amount',
      { ...honest, data: writeApprove(router, (1n << 160n) - 1n) },
    ],
    ['of half of all', 'amount', { ...honest, data: writeApprove(router, 1n << 255n) }],
    ...[eve, router, wrapped, dollar].map(
      to => [`sent to ${to}`, 'token', { ...honest, to }] as const,
    ),
    ['without a recipient', 'token', { data: honest.data, value: 0n }],
    ['that pays', 'value', { ...honest, value: 1n }],
    ['increaseAllowance', 'unreadable', { ...honest, data: selector('39509351') }],
    ['transfer', 'unreadable', { ...honest, data: selector('a9059cbb') }],
    ['setApprovalForAll', 'unreadable', { ...honest, data: selector('a22cb465') }],
    ['Permit2’s approve', 'unreadable', { ...honest, data: selector('87517c45') }],
    ['permit', 'unreadable', { ...honest, data: selector('d505accf') }],
    ['cut off', 'unreadable', { ...honest, data: honest.data.slice(0, -2) as Hex }],
    ['with more after it', 'unreadable', { ...honest, data: `${honest.data}00` }],
    ['with a dirty address', 'unreadable', { ...honest, data: flip(honest.data, 12) }],
    ['empty', 'unreadable', { to: dai, value: 0n }],
    ['with a gas price that the route chose', 'gas', { ...honest, maxFeePerGas: 10n ** 15n }],
    ['with a hundred times the gas', 'gas', { ...honest, gas: 5_000_000n }],
  ]
  it('the altered approvals have at least 30 kinds', () =>
    expect(alteredApprovals.length).toBeGreaterThanOrEqual(30))
  it.each(alteredApprovals)('an altered approval is refused: %s (%s)', (_, fault, transaction) => {
    expect(faultOfApproval(transaction, wanted, trusted)).toBe(fault)
  })
  it('readApprove reads an approval, and nothing else', () => {
    expect(readApprove(writeApprove(eve, 5n))).toEqual({ spender: eve, amount: 5n })
    expect(readApprove('0x')).toBeUndefined()
  })
})

describe('[S20] an approval by signature', () => {
  const wanted = { token: dai, owner: ada, amount, chainId: 1n }
  const honest = typedPermit(
    { name: 'Dai', version: '1', nonce: 7n },
    { token: dai, owner: ada, spender: router, value: amount, deadline: now + 600 },
    1n,
  )
  const faultOf = (typed: unknown) => faultOfPermit(typed, wanted, trusted, now)
  const say = (change: object) => ({ ...honest, message: { ...honest.message, ...change } })
  const domain = (change: object) => ({ ...honest, domain: { ...honest.domain, ...change } })
  const fields = honest.types.Permit
  const types = (Permit: unknown) => ({ ...honest, types: { ...honest.types, Permit } })

  it('a permit of exactly the amount for the router passes', () => {
    expect(faultOf(honest)).toBeUndefined()
    expect(
      faultOf(domain({ chainId: '0x1', verifyingContract: `0x${dai.slice(2).toUpperCase()}` })),
    ).toBeUndefined()
  })
  const altered: readonly (readonly [what: string, fault: Fault, typed: unknown])[] = [
    ...[eve, dai, ada, wrapped, addressOf('0'), routerItself, undefined].map(
      spender => [`for ${spender}`, 'spender', say({ spender })] as const,
    ),
    ...[amount + 1n, amount - 1n, amount * 100n, 0n, maxUint256, (1n << 160n) - 1n].map(
      value => [`of ${value}`, 'amount', say({ value: String(value) })] as const,
    ),
    ...['-1', '1e18', 'all', '', null, {}].map(
      value => [`of what is no amount: ${String(value)}`, 'amount', say({ value })] as const,
    ),
    ...[eve, router, dollar, undefined].map(
      verifyingContract =>
        [`at ${verifyingContract}`, 'token', domain({ verifyingContract })] as const,
    ),
    ...[137, '0x89', undefined, 'main'].map(
      chainId => [`on chain ${chainId}`, 'token', domain({ chainId })] as const,
    ),
    ['of another owner', 'recipient', say({ owner: eve })],
    ...[now - 1, now + longestDeadline + 1, 0, String(maxUint256), undefined].map(
      deadline => [`until ${deadline}`, 'deadline', say({ deadline })] as const,
    ),
    ['that is called otherwise', 'unreadable', { ...honest, primaryType: 'PermitSingle' }],
    ['with a field more', 'unreadable', types([...fields, { name: 'allowed', type: 'bool' }])],
    ['with a field less', 'unreadable', types(fields.slice(0, 4))],
    ['with fields in another order', 'unreadable', types([...fields].reverse())],
    [
      'with a field of another type',
      'unreadable',
      types(fields.map(field => (field.name === 'value' ? { ...field, type: 'uint160' } : field))),
    ],
    ...[undefined, null, 'permit', 7, {}].map(
      typed => [`that is ${String(typed)}`, 'unreadable', typed] as const,
    ),
  ]
  it('the altered permits have at least 30 kinds', () =>
    expect(altered.length).toBeGreaterThanOrEqual(30))
  it.each(altered)('an altered permit is refused: %s (%s)', (_, fault, typed) =>
    expect(faultOf(typed)).toBe(fault),
  )

  describe.skipIf(!hasVectors)('a permit of the public vectors', () => {
    const { cases } = vectors<PermitVector>('eip712-typed-data')
    const permits = cases.filter(({ name }) => /permit/i.test(name))
    it('a permit of the public vectors is refused when it has no limit or belongs to Permit2', () => {
      expect(permits.length).toBeGreaterThanOrEqual(2)
      for (const given of permits) {
        const { verifyingContract: token, chainId } = given.domain
        const { owner, spender = router } = given.message
        const approval = { token, owner: owner ?? ada, amount, chainId: BigInt(chainId) }
        expect(
          faultOfPermit(
            { ...given, types: { ...honest.types, ...Object(given).types } },
            approval,
            { router: spender },
            1_893_455_000,
          ),
        ).toMatch(given.primaryType === 'Permit' ? /^amount$/ : /^unreadable$/)
      }
    })
    it('a typed permit has the digest of the public vectors', () => {
      const given = permits.find(({ primaryType }) => primaryType === 'Permit')
      if (!given) expect.unreachable()
      const { domain: of, message: values } = given
      const written = typedPermit(
        { name: of.name, version: of.version ?? '1', nonce: BigInt(values.nonce) },
        {
          token: of.verifyingContract,
          owner: values.owner,
          spender: values.spender,
          value: BigInt(values.value),
          deadline: Number(values.deadline),
        },
        BigInt(of.chainId),
      )
      expect(hashTypedData(written as unknown as TypedDataDefinition)).toBe(given.digest)
    })
  })
})

describe('[S22] a signed swap', () => {
  const place = { ...trusted, name: 'Uniswap', network: 'eip155:1' } as const
  const signsWhatIsShown = (numRuns: number) =>
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1n << 128n }),
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom('native' as const, dollar),
        (toAmount, slippage, to) => {
          const minimum = minimumReceived(toAmount, slippage)
          const path: Path = { tokens: [dai, to === 'native' ? wrapped : to], fees: [500] }
          const { data = '0x', value } = bodyOf(
            routerStep({ ...shownToken, to, toAmount, minimum }, path, place),
          )
          const signed = readOrder(data)
          expect(signed?.swap.amountOutMinimum).toBe(minimum)
          expect(signed?.unwrap?.minimum).toBe(to === 'native' ? minimum : undefined)
          expect(value).toBeUndefined()
          expect(Number(signed?.deadline) - Date.now() / 1000).toBeLessThanOrEqual(1_200)
        },
      ),
      { numRuns },
    )
  it('a signed swap enforces the shown minimum, for at most 20 minutes', () =>
    signsWhatIsShown(300))
  it('a signed swap enforces the shown minimum over 10,000 quotes', { tags: ['thorough'] }, () =>
    signsWhatIsShown(10_000),
  )
})
