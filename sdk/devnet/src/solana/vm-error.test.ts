import { expect, it } from 'vitest'
import { readDebug, transactionError } from './vm-error.js'

it.each([
  ['AccountNotFound', 'AccountNotFound'],
  ['InstructionError(0, Custom(1))', { InstructionError: [0, { Custom: 1 }] }],
  ['InstructionError(2, BorshIoError)', { InstructionError: [2, 'BorshIoError'] }],
  [
    'InsufficientFundsForRent { account_index: 1 }',
    { InsufficientFundsForRent: { account_index: 1 } },
  ],
  ['DuplicateInstruction(3)', { DuplicateInstruction: 3 }],
  ['Custom("a \\"quoted\\" word")', { Custom: 'a "quoted" word' }],
])(
  'an error of the Solana virtual machine is written as a validator writes it: %s',
  (words, json) => {
    expect(readDebug(words)).toEqual(json)
    expect(
      transactionError({
        toString: () =>
          `FailedTransactionMetadata { err: ${words}, meta: TransactionMetadata { logs: [] } }`,
      }),
    ).toEqual(json)
  },
)
