/** What is signed on chains of eip155. */
import type { EvmTransaction } from '@portico/plugin-embedded/protocol'
import { hex } from '@scure/base'
import { readEvmTransaction } from '../decoders/evm-calls.js'
import { unreadable } from '../decoders/reading.js'
import { readTextMessage } from '../decoders/text-message.js'
import { readTypedData } from '../decoders/typed-data.js'
import type { SignRequest } from '../keys/sign-messages.js'
import { otherAccount, type ReadWork, signatureOf } from './work.js'

export const readWork: ReadWork = ({ method, params, chainId }, { origin, own: [self] }) => {
  switch (method) {
    case 'personal_sign': {
      const [message, account] = params as [string, string]
      const reading = isSame(account, self)
        ? readTextMessage(hex.decode(message.slice(2).toLowerCase()), origin, self)
        : otherAccount
      return { reading, sign: { kind: 'eip155/message', message }, result: signatureOf }
    }
    case 'eth_signTypedData_v4': {
      const [account, data] = params as [string, unknown]
      const typedData = typeof data === 'string' ? data : JSON.stringify(data)
      const reading = isSame(account, self)
        ? readTypedData(typedData, chainId, origin)
        : otherAccount
      return { reading, sign: { kind: 'eip155/typed-data', typedData }, result: signatureOf }
    }
    case 'eth_sendTransaction': {
      const [transaction] = params as [EvmTransaction]
      const whole = wholeTransaction(transaction, chainId)
      return {
        reading: whole ? readEvmTransaction(transaction, chainId, self) : unreadable,
        sign: { kind: 'eip155/transaction', transaction: whole ?? nothing },
        result: signed => signed,
      }
    }
    default:
      return undefined
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

type Signable = Extract<SignRequest, { kind: 'eip155/transaction' }>['transaction']
/** Stands for a transaction that is never signed, because it is unreadable. */
const nothing: Signable = {
  type: 'legacy',
  chainId: 1,
  nonce: 0,
  value: '0x0',
  gas: '0x0',
  gasPrice: '0x0',
}

/** The transaction as it is signed. Undefined while the page has left something open. */
function wholeTransaction(given: EvmTransaction, chainId: string): Signable | undefined {
  const { nonce, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, to, value = '0x0' } = given
  const data = given.data ?? given.input
  if (nonce === undefined || gas === undefined || BigInt(nonce) > 0xffff_ffff_ffffn)
    return undefined
  const common = {
    chainId: Number(chainId.split(':')[1]),
    nonce: Number(nonce),
    ...(to !== undefined && { to }),
    value,
    ...(data !== undefined && { data }),
    gas,
  }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined && gasPrice === undefined)
    return { ...common, type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  return gasPrice !== undefined && maxFeePerGas === undefined
    ? { ...common, type: 'legacy', gasPrice }
    : undefined
}
