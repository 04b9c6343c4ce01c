import { describe, expect, it } from 'vitest'
import { permit2 } from './evm-calls.js'
import { readTypedData } from './typed-data.js'

const origin = 'https://app.example'
const token = `0x${'33'.repeat(20)}`
const owner = `0x${'11'.repeat(20)}`
const spender = `0x${'22'.repeat(20)}`
const members = (text: string) =>
  text.split(', ').map(part => {
    const [type = '', name = ''] = part.split(' ')
    return { name, type }
  })
const read = (data: unknown, network = 'eip155:1') => readTypedData(data, network, origin)

const tokenPermit = {
  types: {
    Permit: members(
      'address owner, address spender, uint256 value, uint256 nonce, uint256 deadline',
    ),
  },
  primaryType: 'Permit',
  domain: { name: 'Coin', version: '1', chainId: 1, verifyingContract: token },
  message: { owner, spender, value: '25', nonce: 0, deadline: '1800000000' },
}
const daiPermit = {
  ...tokenPermit,
  types: {
    Permit: members('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'),
  },
  message: { holder: owner, spender, nonce: 0, expiry: 0, allowed: true },
}
const details = { token, amount: '25', expiration: '1800000000', nonce: '0' }
const detailMembers = members('address token, uint160 amount, uint48 expiration, uint48 nonce')
const permitSingle = {
  types: {
    PermitSingle: members('PermitDetails details, address spender, uint256 sigDeadline'),
    PermitDetails: detailMembers,
  },
  primaryType: 'PermitSingle',
  domain: { name: 'Permit2', chainId: '0x1', verifyingContract: permit2 },
  message: { details, spender, sigDeadline: '1' },
}
const permitBatch = {
  ...permitSingle,
  types: {
    PermitBatch: members('PermitDetails[] details, address spender, uint256 sigDeadline'),
    PermitDetails: detailMembers,
  },
  primaryType: 'PermitBatch',
  message: {
    details: [details, { ...details, amount: (2n ** 160n - 1n).toString() }],
    spender,
    sigDeadline: '1',
  },
}
const permitTransfer = {
  ...permitSingle,
  types: {
    PermitTransferFrom: members(
      'TokenPermissions permitted, address spender, uint256 nonce, uint256 deadline',
    ),
    TokenPermissions: members('address token, uint256 amount'),
  },
  primaryType: 'PermitTransferFrom',
  message: { permitted: { token, amount: 25 }, spender, nonce: 0, deadline: 1_800_000_000 },
}
const mail = {
  types: {
    Mail: members('Person from, Person[] to, string text, bytes4 tag, int8 mood, bool isDraft'),
    Person: members('string name, address wallet'),
  },
  primaryType: 'Mail',
  domain: { name: 'Mail', chainId: 1 },
  message: {
    from: { name: 'Ada', wallet: owner },
    to: [{ name: 'Bob', wallet: spender }],
    text: 'Hi',
    tag: '0x00112233',
    mood: -3,
    isDraft: false,
  },
}
const approval = { kind: 'approval', token, spender, amount: 25n, until: 1_800_000_000n }

describe('Typed data', () => {
  it.each([
    ['a permit of a token', tokenPermit, [approval]],
    ['a permit of DAI', daiPermit, [{ ...approval, amount: 'unlimited', until: 0n }]],
    ['a permit of Permit2', permitSingle, [approval]],
    ['several permits of Permit2', permitBatch, [approval, { ...approval, amount: 'unlimited' }]],
    ['a transfer of Permit2', permitTransfer, [approval]],
    ['a permit that arrives as text', JSON.stringify(tokenPermit), [approval]],
  ])('[S10] the frame reads %s as what it allows', (_name, data, actions) => {
    expect(read(data)).toMatchObject({ outcome: 'read', actions })
  })

  it('[S10] the frame reads other typed data value by value', () => {
    expect(read(mail)).toEqual({
      outcome: 'read',
      warnings: [],
      actions: [
        {
          kind: 'typed-data',
          domain: { name: 'Mail', chainId: 1n },
          primaryType: 'Mail',
          fields: [
            { path: 'from.name', value: 'Ada' },
            { path: 'from.wallet', value: owner },
            { path: 'to[0].name', value: 'Bob' },
            { path: 'to[0].wallet', value: spender },
            { path: 'text', value: 'Hi' },
            { path: 'tag', value: '0x00112233' },
            { path: 'mood', value: '-3' },
            { path: 'isDraft', value: 'false' },
          ],
        },
      ],
    })
  })

  const mailWith = (change: object) => ({ ...mail, message: { ...mail.message, ...change } })
  it.each([
    ['text that is no JSON', '{'],
    ['no types', { ...mail, types: {} }],
    ['a field beside the four', { ...mail, more: 1 }],
    ['an unknown part of the domain', { ...mail, domain: { ...mail.domain, site: 'x' } }],
    ['a salted domain', { ...mail, domain: { ...mail.domain, salt: '0x01' } }],
    ['a value beside the types', mailWith({ amount: 1 })],
    ['a missing value', mailWith({ text: undefined })],
    ['a text that is a number', mailWith({ text: 7 })],
    ['bytes of another length', mailWith({ tag: '0x0011' })],
    ['a number beyond its type', mailWith({ mood: -129 })],
    ['a list that is a struct', mailWith({ to: mail.message.from })],
    ['an address of 19 bytes', mailWith({ from: { name: 'Ada', wallet: owner.slice(2) } })],
    ['more values than a person reads', mailWith({ to: new Array(201).fill(mail.message.from) })],
    [
      'an unknown type',
      { ...mail, types: { ...mail.types, Person: members('string name, wallet wallet') } },
    ],
    [
      'a member that is there twice',
      {
        ...mail,
        types: { ...mail.types, Person: members('string name, address wallet, address wallet') },
      },
    ],
    [
      'a struct within itself',
      {
        ...mail,
        primaryType: 'A',
        types: { A: members('A a') },
        message: (() => {
          const a: { a?: object } = {}
          a.a = a
          return a
        })(),
      },
    ],
    [
      'a domain whose types leave the network out',
      { ...mail, types: { ...mail.types, EIP712Domain: members('string name') } },
    ],
    [
      'a permit of Permit2 for another contract',
      { ...permitSingle, domain: { ...permitSingle.domain, verifyingContract: token } },
    ],
    ['a permit without a contract', { ...tokenPermit, domain: { name: 'Coin' } }],
    [
      'a permit with a witness',
      {
        ...permitTransfer,
        primaryType: 'PermitWitnessTransferFrom',
        types: {
          ...permitTransfer.types,
          PermitWitnessTransferFrom: permitTransfer.types.PermitTransferFrom,
        },
      },
    ],
    [
      'a permit with another shape',
      { ...tokenPermit, types: { Permit: members('address spender') }, message: { spender } },
    ],
  ])('[S10] the frame does not read typed data with %s', (_name, data) => {
    expect(read(data)).toEqual({ outcome: 'unreadable' })
  })

  it.each([
    ['chain', 'the chain id 0', { ...mail, domain: { chainId: 0 } }],
    ['chain', 'another chain id', { ...mail, domain: { chainId: '137' } }],
    ['delegation', 'an authorization by its name', { ...mail, primaryType: 'Authorization' }],
    [
      'delegation',
      'an authorization by its members',
      {
        ...mail,
        primaryType: 'Vote',
        types: { Vote: members('uint256 chainId, address address, uint64 nonce') },
        message: { chainId: 1, address: token, nonce: 0 },
      },
    ],
    [
      'delegation',
      'an authorization inside',
      {
        ...mail,
        types: { ...mail.types, Part: members('address address, uint256 nonce, uint256 chainId') },
      },
    ],
  ])('[S10] the frame refuses by "%s" typed data with %s', (reason, _name, data) => {
    expect(read(data)).toEqual({ outcome: 'refused', reason })
  })

  it.each([
    ['evil.example', ['other-site']],
    ['APP.example', []],
    ['Uniswap', []],
  ])('[S10] a domain that is named like the site %s has the warnings %j', (name, warnings) => {
    expect(read({ ...mail, domain: { ...mail.domain, name } })).toMatchObject({ warnings })
  })
})
