import { hashTypedData } from 'viem'
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

/** The types of a domain that has these members. */
const domainOf = (...names: ('name' | 'version' | 'chainId' | 'verifyingContract')[]) => {
  const types = { name: 'string', version: 'string', chainId: 'uint256' }
  const all = { ...types, verifyingContract: 'address' }
  return names.map(name => ({ name, type: all[name] }))
}

const tokenPermit = {
  types: {
    EIP712Domain: domainOf('name', 'version', 'chainId', 'verifyingContract'),
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
    EIP712Domain: tokenPermit.types.EIP712Domain,
    Permit: members('address holder, address spender, uint256 nonce, uint256 expiry, bool allowed'),
  },
  message: { holder: owner, spender, nonce: 0, expiry: 0, allowed: true },
}
const details = { token, amount: '25', expiration: '1800000000', nonce: '0' }
const detailMembers = members('address token, uint160 amount, uint48 expiration, uint48 nonce')
const permitSingle = {
  types: {
    EIP712Domain: domainOf('name', 'chainId', 'verifyingContract'),
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
    EIP712Domain: domainOf('name', 'chainId', 'verifyingContract'),
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
    EIP712Domain: domainOf('name', 'chainId', 'verifyingContract'),
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
    EIP712Domain: domainOf('name', 'chainId'),
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
    ['a permit of DAI', daiPermit, [{ ...approval, amount: 'unlimited', until: 2n ** 256n - 1n }]],
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
        types: { ...mail.types, A: members('A a') },
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
    [
      'a permit without a contract',
      {
        ...tokenPermit,
        types: { ...tokenPermit.types, EIP712Domain: domainOf('name') },
        domain: { name: 'Coin' },
      },
    ],
    [
      'a permit with a value more',
      {
        ...tokenPermit,
        types: {
          ...tokenPermit.types,
          Permit: [...tokenPermit.types.Permit, { name: 'also', type: 'address' }],
        },
        message: { ...tokenPermit.message, also: token },
      },
    ],
    [
      'a permit of Permit2 with a value more',
      {
        ...permitSingle,
        types: {
          ...permitSingle.types,
          PermitDetails: [...detailMembers, { name: 'also', type: 'address' }],
        },
        message: { ...permitSingle.message, details: { ...details, also: token } },
      },
    ],
    [
      'no types of the domain',
      { ...mail, types: { Mail: mail.types.Mail, Person: mail.types.Person } },
    ],
    [
      'a domain whose network is a text',
      {
        ...mail,
        types: {
          ...mail.types,
          EIP712Domain: [...domainOf('name'), { name: 'chainId', type: 'string' }],
        },
      },
    ],
    ['the domain as its primary type', { ...mail, primaryType: 'EIP712Domain', message: {} }],
    ['hidden characters in a text', mailWith({ text: 'a\u202eb' })],
    ['hidden characters in its domain', { ...mail, domain: { name: 'a\u200bb', chainId: 1 } }],
    [
      'a name of a member that looks like a path',
      {
        ...mail,
        types: { ...mail.types, Person: members('string name.first, address wallet') },
        message: { ...mail.message, from: { 'name.first': 'Ada', wallet: owner }, to: [] },
      },
    ],
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
      {
        ...tokenPermit,
        types: { ...tokenPermit.types, Permit: members('address spender') },
        message: { spender },
      },
    ],
  ])('[S10] the frame does not read typed data with %s', (_name, data) => {
    expect(read(data)).toEqual({ outcome: 'unreadable' })
  })

  it.each([
    ['chain', 'the chain id 0', { ...mail, domain: { name: 'Mail', chainId: 0 } }],
    ['chain', 'another chain id', { ...mail, domain: { name: 'Mail', chainId: '137' } }],
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

  it('[S10] every part of the domain that is shown is a part of what viem signs', () => {
    const hash = (data: object) => hashTypedData(data as Parameters<typeof hashTypedData>[0])
    const { EIP712Domain, ...types } = tokenPermit.types
    const changes = { name: 'Other', version: '2', chainId: 5, verifyingContract: owner }
    for (const [name, value] of Object.entries(changes)) {
      const domain = { ...tokenPermit.domain, [name]: value }
      expect(hash({ ...tokenPermit, domain }), name).not.toBe(hash(tokenPermit))
    }
    // Without types of the domain a network that is a text is not signed: any would do.
    const open = (chainId: string) => ({
      ...tokenPermit,
      types,
      domain: { ...tokenPermit.domain, chainId },
    })
    expect(hash(open('1'))).toBe(hash(open('137')))
    expect(read(open('1'))).toEqual({ outcome: 'unreadable' })
  })

  it.each([
    ['evil.example', ['other-site']],
    ['APP.example', []],
    ['Uniswap', []],
  ])('[S10] a domain that is named like the site %s has the warnings %j', (name, warnings) => {
    expect(read({ ...mail, domain: { ...mail.domain, name } })).toMatchObject({ warnings })
  })
})
