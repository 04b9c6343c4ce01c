/** Shared by the tests of outcomes. */
import { type Draft, solanaTransaction } from '@portico/kernel/chain'
import { base58 } from '@scure/base'
import { expect } from 'vitest'
import { readWire } from '../src/transactions/transaction-wire.js'

export const wireOf = (draft: Draft) => solanaTransaction.read(draft)?.wire ?? expect.unreachable()
export const hashOf = (wire: Uint8Array) => base58.encode(readWire(wire)?.signatures[0] ?? wire)
