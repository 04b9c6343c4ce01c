/** Ethereum: m/44'/60'/0'/0/0, signed by viem. */
import { hex } from '@scure/base'
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts'
import { keccak256 } from 'viem/utils'
import type { Bytes } from './bytes.js'
import { KeyError } from './errors.js'
import type { KnownAccount } from './messages.js'
import { evmPath, withSecp256k1Key } from './seed.js'
import type { SignRequestOf, SignResult } from './sign-messages.js'

export const evmAccounts = (entropy: Bytes): Promise<readonly KnownAccount[]> =>
  withSecp256k1Key(entropy, evmPath, ({ secret, publicKey }) => [
    {
      namespace: 'eip155',
      address: accountOf(secret).address,
      publicKey: `0x${hex.encode(publicKey)}`,
      path: evmPath,
    },
  ])

export const exportEvmKey = (entropy: Bytes): Promise<string> =>
  withSecp256k1Key(entropy, evmPath, ({ secret }) => `0x${hex.encode(secret)}`)

export const signEvm = (entropy: Bytes, request: SignRequestOf<'eip155'>): Promise<SignResult> =>
  withSecp256k1Key(entropy, evmPath, ({ secret }) => sign(accountOf(secret), request))

const accountOf = (secret: Bytes) => privateKeyToAccount(`0x${hex.encode(secret)}`)

async function sign(account: LocalAccount, request: SignRequestOf<'eip155'>): Promise<SignResult> {
  switch (request.kind) {
    case 'eip155/message':
      return { signature: await account.signMessage({ message: { raw: asHex(request.message) } }) }
    case 'eip155/typed-data':
      return { signature: await signTypedData(account, request.typedData) }
    case 'eip155/transaction': {
      const signed = await signTransaction(account, request.transaction)
      return { signed, hash: keccak256(signed) }
    }
  }
}

type Transaction = Extract<
  SignRequestOf<'eip155'>,
  { readonly kind: 'eip155/transaction' }
>['transaction']

async function signTransaction(account: LocalAccount, transaction: Transaction) {
  const { to, data = '0x', chainId, nonce, value, gas } = transaction
  if (!to && data === '0x')
    throw new KeyError('REQUEST_REFUSED', 'A transaction without a recipient needs code.')
  return account.signTransaction({
    ...feesOf(transaction),
    chainId,
    nonce,
    value: BigInt(value),
    gas: BigInt(gas),
    data: asHex(data),
    ...(to && { to: asHex(to) }),
  })
}
function feesOf(transaction: Transaction) {
  if (transaction.type === 'legacy')
    return { type: 'legacy', gasPrice: BigInt(transaction.gasPrice) } as const
  const { maxFeePerGas, maxPriorityFeePerGas, accessList = [] } = transaction
  return {
    type: 'eip1559',
    maxFeePerGas: BigInt(maxFeePerGas),
    maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
    accessList: accessList.map(({ address, storageKeys }) => ({
      address: asHex(address),
      storageKeys: storageKeys.map(asHex),
    })),
  } as const
}

async function signTypedData(account: LocalAccount, text: string): Promise<string> {
  try {
    return await account.signTypedData(JSON.parse(text, exactNumbers))
  } catch (error) {
    throw error instanceof KeyError
      ? error
      : new KeyError('REQUEST_REFUSED', 'The typed data cannot be read.', error)
  }
}

/** JSON rounds large numbers, so something else would be signed than the text says. */
function exactNumbers(_name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new KeyError('REQUEST_REFUSED', 'The typed data has a number that JSON rounds.')
  return value
}

const asHex = (text: string) => text as `0x${string}`
