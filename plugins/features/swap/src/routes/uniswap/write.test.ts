import type { Hex } from '@portico/kernel/chain'
import fc from 'fast-check'
import { encodePacked, maxUint256 } from 'viem'
import { describe, expect, it } from 'vitest'
import {
  ada,
  amount,
  dai,
  dollar,
  eve,
  order,
  permit,
  raw,
  router,
  soon,
  wrapped,
} from '../../../test/uniswap-orders.js'
import { readOrder, routerItself, writeOrder } from './router-calls.js'

describe('the calldata for the router', () => {
  it('writeOrder encodes calls as viem does with the published interface of the router', () => {
    const path = encodePacked(
      ['address', 'uint24', 'address', 'uint24', 'address'],
      [dai, 3_000, wrapped, 500, dollar],
    )
    const { token, value, deadline, v, r, s } = permit
    const word = (number: bigint): Hex => `0x${number.toString(16).padStart(64, '0')}`
    const calls = [
      raw('selfPermit', [token, value, deadline, Number(v), word(r), word(s)]),
      raw('exactInput', [
        { path, recipient: routerItself, amountIn: amount, amountOutMinimum: 5n },
      ]),
      raw('unwrapWETH9', [5n, ada]),
      raw('refundETH', []),
    ]
    const written = order({
      permit,
      recipient: routerItself,
      minimum: 5n,
      unwrap: { minimum: 5n, recipient: ada },
      refund: true,
    })
    expect(written).toBe(raw('multicall', [soon, calls]))
  })

  it('readOrder reads back exactly what writeOrder wrote', () => {
    const addresses = fc.constantFrom(ada, eve, router, wrapped, dollar, dai)
    const numbers = fc.bigInt({ min: 0n, max: maxUint256 })
    fc.assert(
      fc.property(
        fc.array(addresses, { minLength: 2, maxLength: 4 }),
        addresses,
        numbers,
        numbers,
        numbers,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (tokens, to, deadline, amountIn, minimum, hasPermit, unwraps, refund) => {
          const made = {
            deadline,
            ...(hasPermit && { permit: { ...permit, token: to, value: amountIn } }),
            swap: {
              path: {
                tokens,
                fees: tokens.slice(1).map((_, at) => [100, 500, 3_000][at] ?? 10_000),
              },
              recipient: to,
              amountIn,
              amountOutMinimum: minimum,
            },
            ...(unwraps && { unwrap: { minimum, recipient: to } }),
            ...(refund && { refund }),
          }
          expect(readOrder(writeOrder(made))).toEqual(made)
        },
      ),
    )
  })

  it('readOrder rejects calldata with an added, missing or hidden byte', () => {
    const data = order()
    for (const other of [
      `${data}00`,
      data.slice(0, -2),
      `${data}${'00'.repeat(32)}`,
      data.slice(0, 200),
      '0x5ae401dc',
      '0x',
      '0xb858183f',
    ])
      expect(readOrder(other as Hex)).toBeUndefined()
  })
})
