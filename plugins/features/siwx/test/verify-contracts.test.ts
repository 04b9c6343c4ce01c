/**
 * Contract accounts on a local Anvil node. One is deployed, one is still to be deployed, and one
 * does not exist.
 */
import { type Devnet, startDevnet } from '@portico/devnet'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatSignIn } from '../src/verify/message.js'
import { createRpc, type RpcRequest } from '../src/verify/rpc.js'
import { verifySession } from '../src/verify/verify-session.js'
import { codeOf, fields } from './accounts.js'
import { type ContractAccounts, contractAccounts } from './contract-accounts.js'

let devnet: Devnet
let rpc: RpcRequest
let accountOf: ContractAccounts['accountOf']
let wrapped: ContractAccounts['wrapped']
const owner = privateKeyToAccount(`0x${'33'.repeat(32)}`)
const undeployed = privateKeyToAccount(`0x${'44'.repeat(32)}`)

beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
  const { url } = devnet.chain(1)
  rpc = createRpc({ 'eip155:1': url })
  const there = await contractAccounts(url)
  ;({ accountOf, wrapped } = there)
  await there.deploy(owner.address)
}, 30_000)
afterAll(() => devnet?.stop())

const messageOf = (address: string) => formatSignIn(fields('eip155', { address }))
const judge = async (message: string, signature: string) => {
  const verified = verifySession(
    { message, signature },
    {
      domain: 'app.example',
      nonce: '0123456789abcdef',
      now: Date.parse('2026-01-01T00:00:00Z'),
      rpc,
    },
  )
  return (await codeOf(verified)) ?? (await verified).scheme
}

describe('a contract account on a node', () => {
  it('[D29f] a deployed contract account signs in by its owner (ERC-1271)', async () => {
    const message = messageOf(accountOf(owner.address))
    expect(await judge(message, await owner.signMessage({ message }))).toBe('eip1271')
    expect(await judge(message, wrapped(owner.address, await owner.signMessage({ message })))).toBe(
      'eip6492',
    )
  })
  it('[D29f] a contract account signs in by its owner before its deployment (ERC-6492)', async () => {
    const message = messageOf(accountOf(undeployed.address))
    expect(
      await judge(message, wrapped(undeployed.address, await undeployed.signMessage({ message }))),
    ).toBe('eip6492')
  })
  it('[D29f] [S35] a contract account that is not deployed is rejected without the data for its deployment', async () => {
    const message = messageOf(accountOf(undeployed.address))
    expect(await judge(message, await undeployed.signMessage({ message }))).toBe(
      'CONTRACT_NOT_DEPLOYED',
    )
  })
  it('[S35] a contract account is rejected for another signer, another text, a cut signature, and a revert of its contract', async () => {
    const message = messageOf(accountOf(owner.address))
    const signature = await owner.signMessage({ message })
    const bad = [
      await undeployed.signMessage({ message }),
      await owner.signMessage({ message: `${message} ` }),
      signature.slice(0, -2) as Hex,
      `${signature}00` as Hex,
    ]
    for (const each of bad) {
      expect(await judge(message, each)).toBe('SIGNATURE_WRONG')
      expect(await judge(message, wrapped(owner.address, each))).toBe('SIGNATURE_WRONG')
    }
    // The account of another owner, however it is wrapped.
    const other = messageOf(accountOf(undeployed.address))
    expect(
      await judge(other, wrapped(owner.address, await owner.signMessage({ message: other }))),
    ).toBe('SIGNATURE_WRONG')
    expect(
      await judge(other, wrapped(undeployed.address, await owner.signMessage({ message: other }))),
    ).toBe('SIGNATURE_WRONG')
  })
})
