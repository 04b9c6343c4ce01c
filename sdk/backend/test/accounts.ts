import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { bitcoinAccount, polkadotKey, signBip322 } from '@portico/mock-wallets'
import { base58 } from '@scure/base'
import { privateKeyToAccount } from 'viem/accounts'

/** Whose keys are public, on main networks of each chain. */
export interface TestAccount {
  readonly address: string
  readonly network: `${string}:${string}`
  /** As a message writes it. */
  readonly chainId: string
  sign(text: string): Promise<string>
}

function ethereum(byte: string): TestAccount {
  const key = privateKeyToAccount(`0x${byte.repeat(32)}`)
  return {
    address: key.address,
    network: 'eip155:1',
    chainId: '1',
    sign: message => key.signMessage({ message }),
  }
}

function solana(): TestAccount {
  const secret = createPrivateKey({
    key: Buffer.from(`302e020100300506032b657004220420${'11'.repeat(32)}`, 'hex'),
    format: 'der',
    type: 'pkcs8',
  })
  const address = base58.encode(
    createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32),
  )
  const signed = async (text: string) => base58.encode(sign(null, Buffer.from(text), secret))
  return {
    address,
    network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainId: 'mainnet',
    sign: signed,
  }
}

function bitcoin(): TestAccount {
  const account = bitcoinAccount(`0x${'11'.repeat(32)}`, 'p2wpkh', 'Mainnet')
  const chainId = '000000000019d6689c085ae165831e93'
  return {
    address: account.address,
    network: `bip122:${chainId}`,
    chainId,
    sign: async text => signBip322(text, account),
  }
}

function polkadot(): TestAccount {
  const key = polkadotKey(`0x${'11'.repeat(32)}`)
  const body = Buffer.from([0, ...key.accountId])
  const sum = createHash('blake2b512').update('SS58PRE').update(body).digest().subarray(0, 2)
  const chainId = '91b171bb158e2d3848fa23a9f1c25182'
  const signed = async (text: string) =>
    `0x${Buffer.from(key.sign(Buffer.from(`<Bytes>${text}</Bytes>`))).toString('hex')}`
  return {
    address: base58.encode(Buffer.concat([body, sum])),
    network: `polkadot:${chainId}`,
    chainId,
    sign: signed,
  }
}

export const accounts = {
  eip155: ethereum('11'),
  solana: solana(),
  bip122: bitcoin(),
  polkadot: polkadot(),
} as const
export const outsider = ethereum('22')
