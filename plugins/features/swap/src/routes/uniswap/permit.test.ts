import type { Hex } from '@portico/kernel/chain'
import {
  domainSeparator,
  encodeAbiParameters,
  keccak256,
  numberToHex,
  stringToHex,
  toFunctionSelector,
} from 'viem'
import { describe, expect, it } from 'vitest'
import { permitQuestions, readPermitFacts } from './permit.js'

const token: Hex = `0x${'d'.repeat(40)}`
const domain = { name: 'Dai Stablecoin', version: '1', chainId: 1, verifyingContract: token }
const typeOf = (text: string) => keccak256(stringToHex(text))
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
/** What a token answers to `permitQuestions`. */
const answers = (typed: Hex | undefined) => [
  domainSeparator({ domain }),
  text(domain.name),
  text('1'),
  numberToHex(7n, { size: 32 }),
  typed,
]

describe('[S20] the permits that a token supports', () => {
  it('a token is queried about permits by the functions of EIP-2612 and by PERMIT_TYPEHASH', () => {
    const functions = [
      'DOMAIN_SEPARATOR()',
      'name()',
      'version()',
      'nonces(address)',
      'PERMIT_TYPEHASH()',
    ]
    expect(permitQuestions(token, token).map(({ data }) => data.slice(0, 10))).toEqual(
      functions.map(one => toFunctionSelector(`function ${one}`)),
    )
  })
  it.each<[string, Hex | undefined]>([
    [
      'names the type of EIP-2612',
      typeOf('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)'),
    ],
    ['names none, as most do', undefined],
  ])('a token supports permits when it %s', (_, typed) => {
    expect(readPermitFacts(answers(typed), token, 1n)).toEqual({
      name: 'Dai Stablecoin',
      version: '1',
      nonce: 7n,
    })
  })
  it('a token supports no permits when it names another type, as DAI does', () => {
    const typed = typeOf(
      'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    )
    expect(typed).toBe('0xea2aa0a1be11a07ed86d755c93467f4f82362b452371d1ba94d1715123511acb')
    expect(readPermitFacts(answers(typed), token, 1n)).toBeUndefined()
  })
})
