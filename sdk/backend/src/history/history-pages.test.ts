import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isReal, operationOf, readCursor } from './history-pages.js'

const [me, other, nobody] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, `0x${'0'.repeat(40)}`]
const coin = `0x${'c'.repeat(40)}`
const move = (sender: string, recipient: string, token = coin) => ({ sender, recipient, token })

describe('what a transaction was for an account', () => {
  it.each([
    ['send', [move(me, other)]],
    ['receive', [move(other, me)]],
    ['send', [move(me, me)]],
    ['mint', [move(nobody, me, '0xa')]],
    ['burn', [move(me, nobody, '0xa')]],
    ['trade', [move(me, other, '0xa'), move(other, me, '0xb')]],
    ['send', [move(me, other), move(other, me)]],
    ['send', [move(me, other, `${coin}/7`)]],
    ['execute', []],
  ])('%s for %j', (operation, moves) => {
    expect(operationOf({ sender: me, recipient: coin, selector: '0xa9059cbb' }, moves, me)).toBe(operation)
  })

  it.each([
    ['a market that was called, and may have paid out what no log tells of', { sender: me, recipient: other, selector: '0x12aa3caf' }, 'execute'],
    ['somebody who was simply paid', { sender: me, recipient: other, selector: null }, 'send'],
    ['what an account that is a contract was told to do by itself', { sender: me, recipient: me, selector: '0x34fcd5be' }, 'send'],
    ['what somebody else carried out for the account', { sender: other, recipient: nobody, selector: '0x1fad948c' }, 'send'],
  ])('what went to %s', (_, row, operation) => {
    expect(operationOf(row, [move(me, other, 'native')], me)).toBe(operation)
  })

  it.each([
    ['approve', other, '0x095ea7b3'],
    ['deploy', null, '0x60806040'],
    ['send', other, null],
  ])('%s without a transfer', (operation, recipient, selector) => {
    expect(operationOf({ sender: me, recipient, selector }, [], me)).toBe(operation)
  })
})

describe('[S17] what a contract says that this account sent', () => {
  const chain = { configuration: { tokens: [{ address: coin.toUpperCase().replace('0X', '0x') }] } } as Parameters<typeof isReal>[3]
  it.each([
    ['is true when the account signed it', me, { ...move(me, other, '0xfa'), amount: '0' }, true],
    ['is true of what comes in', other, { ...move(other, me, '0xfa'), amount: '1' }, true],
    ['is true of a coin that is vouched for, carried out by another', other, { ...move(me, other), amount: '1' }, true],
    ['is true of the native coin, carried out by another', other, { ...move(me, other, 'native'), amount: '1' }, true],
    ['is anybody’s word where nobody vouches for it', other, { ...move(me, other, '0xfa'), amount: '1' }, false],
    ['is nothing where nothing was sent', other, { ...move(me, other), amount: '0' }, false],
  ])('%s', (_, signer, claim, answer) => {
    expect(isReal(claim, { sender: signer }, me, chain)).toBe(answer)
  })
})

describe('a cursor', () => {
  it('[S3] of anybody else is none', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json().map(text => Buffer.from(text).toString('base64url')),
        ),
        text => {
          const read = readCursor(text)
          if (read) expect([Number.isSafeInteger(read.time), typeof read.chain, Number.isSafeInteger(read.block)]).toEqual([true, 'string', true])
        },
      ),
    )
    expect(readCursor(Buffer.from('[1,"eip155:1",2,3]').toString('base64url'))).toEqual({ time: 1, chain: 'eip155:1', block: 2, place: 3 })
    expect(readCursor(Buffer.from('[1,"eip155:1",2,"3"]').toString('base64url'))).toBeUndefined()
  })
})
