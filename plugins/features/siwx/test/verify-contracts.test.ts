/** Accounts that are contracts, on a real node: one that stands, one that is still to be deployed, and none at all. */
import { type Devnet, devAccounts, startDevnet } from '@portico/devnet'
import { createWalletClient, getContractAddress, type Hex, http, keccak256, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatSignIn } from '../src/verify/message.js'
import { createRpc, type RpcRequest } from '../src/verify/rpc.js'
import { verifySession } from '../src/verify/verify-session.js'
import { codeOf, fields } from './accounts.js'

/**
 * solc 0.8.37, of:
 *
 *     contract Account { address immutable owner; constructor(address o) { owner = o; }
 *       function isValidSignature(bytes32 hash, bytes calldata s) external view returns (bytes4) {
 *         if (s.length != 65) revert();
 *         return ecrecover(hash, uint8(s[64]), bytes32(s[0:32]), bytes32(s[32:64])) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff); } }
 *     contract Factory { function deploy(address owner) external returns (address) { return address(new Account{ salt: 0 }(owner)); } }
 */
const accountCode: Hex =
  '0x60a0604052348015600e575f5ffd5b506040516102ae3803806102ae833981016040819052602b91603b565b6001600160a01b03166080526066565b5f60208284031215604a575f5ffd5b81516001600160a01b0381168114605f575f5ffd5b9392505050565b60805161023161007d5f395f606c01526102315ff3fe608060405234801561000f575f5ffd5b5060043610610029575f3560e01c80631626ba7e1461002d575b5f5ffd5b61004061003b366004610163565b61005d565b6040516001600160e01b0319909116815260200160405180910390f35b5f6041821461006a575f5ffd5b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316600185858560408181106100aa576100aa6101d8565b919091013560f81c90506100c160205f888a6101ec565b6100ca91610213565b6100d860406020898b6101ec565b6100e191610213565b604080515f8152602081018083529590955260ff909316928401929092526060830152608082015260a0016020604051602081039080840390855afa15801561012c573d5f5f3e3d5ffd5b505050602060405103516001600160a01b031614610152576001600160e01b031961015b565b630b135d3f60e11b5b949350505050565b5f5f5f60408486031215610175575f5ffd5b8335925060208401356001600160401b03811115610191575f5ffd5b8401601f810186136101a1575f5ffd5b80356001600160401b038111156101b6575f5ffd5b8660208284010111156101c7575f5ffd5b939660209190910195509293505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f858511156101fa575f5ffd5b83861115610206575f5ffd5b5050820193919092039150565b8035602083101561022b575f19602084900360031b1b165b9291505056'
const factoryCode: Hex =
  '0x6080604052348015600e575f5ffd5b506103828061001c5f395ff3fe6080604052348015600e575f5ffd5b50600436106026575f3560e01c80634c96a38914602a575b5f5ffd5b603960353660046094565b604d565b6040516044919060bf565b60405180910390f35b5f5f5f1b82604051605c906087565b6064919060bf565b8190604051809103905ff59050801580156080573d5f5f3e3d5ffd5b5092915050565b6102ae806100d483390190565b5f6020828403121560a3575f5ffd5b81356001600160a01b038116811460b8575f5ffd5b9392505050565b6001600160a01b039190911681526020019056fe60a0604052348015600e575f5ffd5b506040516102ae3803806102ae833981016040819052602b91603b565b6001600160a01b03166080526066565b5f60208284031215604a575f5ffd5b81516001600160a01b0381168114605f575f5ffd5b9392505050565b60805161023161007d5f395f606c01526102315ff3fe608060405234801561000f575f5ffd5b5060043610610029575f3560e01c80631626ba7e1461002d575b5f5ffd5b61004061003b366004610163565b61005d565b6040516001600160e01b0319909116815260200160405180910390f35b5f6041821461006a575f5ffd5b7f00000000000000000000000000000000000000000000000000000000000000006001600160a01b0316600185858560408181106100aa576100aa6101d8565b919091013560f81c90506100c160205f888a6101ec565b6100ca91610213565b6100d860406020898b6101ec565b6100e191610213565b604080515f8152602081018083529590955260ff909316928401929092526060830152608082015260a0016020604051602081039080840390855afa15801561012c573d5f5f3e3d5ffd5b505050602060405103516001600160a01b031614610152576001600160e01b031961015b565b630b135d3f60e11b5b949350505050565b5f5f5f60408486031215610175575f5ffd5b8335925060208401356001600160401b03811115610191575f5ffd5b8401601f810186136101a1575f5ffd5b80356001600160401b038111156101b6575f5ffd5b8660208284010111156101c7575f5ffd5b939660209190910195509293505050565b634e487b7160e01b5f52603260045260245ffd5b5f5f858511156101fa575f5ffd5b83861115610206575f5ffd5b5050820193919092039150565b8035602083101561022b575f19602084900360031b1b165b9291505056'

const word = (hex: string) => hex.replace(/^0x/, '').toLowerCase().padStart(64, '0')
const bytes = (hex: Hex) => `${word(((hex.length - 2) / 2).toString(16))}${hex.slice(2).padEnd(Math.ceil((hex.length - 2) / 64) * 64, '0')}`

let devnet: Devnet
let rpc: RpcRequest
let factory: Hex
const owner = privateKeyToAccount(`0x${'33'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'44'.repeat(32)}`)
const deployCall = (of: Hex): Hex => `0x4c96a389${word(of)}`
/** Where the factory puts the account of this owner. */
const accountOf = (of: Hex) =>
  getContractAddress({ opcode: 'CREATE2', from: factory, salt: `0x${'0'.repeat(64)}`, bytecodeHash: keccak256(`${accountCode}${word(of)}`) })
/** A signature of an account that is still to be deployed (ERC-6492). */
const wrapped = (of: Hex, signature: Hex): Hex => {
  const call = bytes(deployCall(of))
  return `0x${word(factory)}${word('60')}${word((0x60 + call.length / 2).toString(16))}${call}${bytes(signature)}${'6492'.repeat(16)}`
}

beforeAll(async () => {
  devnet = await startDevnet({ chains: [1] })
  const { url } = devnet.chain(1)
  rpc = createRpc({ 'eip155:1': url })
  const wallet = createWalletClient({ account: privateKeyToAccount(devAccounts[0].privateKey), transport: http(url) }).extend(publicActions)
  const deployed = await wallet.waitForTransactionReceipt({ hash: await wallet.sendTransaction({ data: factoryCode, chain: null }), pollingInterval: 50 })
  factory = deployed.contractAddress as Hex
  await wallet.waitForTransactionReceipt({
    hash: await wallet.sendTransaction({ to: factory, data: deployCall(owner.address), chain: null }),
    pollingInterval: 50,
  })
}, 30_000)
afterAll(() => devnet?.stop())

const messageOf = (address: string) => formatSignIn(fields('eip155', { address }))
const judge = async (message: string, signature: string) => {
  const verified = verifySession({ message, signature }, { domain: 'app.example', nonce: '0123456789abcdef', now: Date.parse('2026-01-01T00:00:00Z'), rpc })
  return (await codeOf(verified)) ?? (await verified).scheme
}

describe('an account that is a contract', () => {
  it('[D29f] signs in by its owner when it stands (ERC-1271)', async () => {
    const message = messageOf(accountOf(owner.address))
    expect(await judge(message, await owner.signMessage({ message }))).toBe('eip1271')
    expect(await judge(message, wrapped(owner.address, await owner.signMessage({ message })))).toBe('eip6492')
  })
  it('[D29f] signs in by its owner before it stands (ERC-6492)', async () => {
    const message = messageOf(accountOf(stranger.address))
    expect(await judge(message, wrapped(stranger.address, await stranger.signMessage({ message })))).toBe('eip6492')
  })
  it('[D29f] [S35] is refused when it does not stand and nothing says how it would', async () => {
    const message = messageOf(accountOf(stranger.address))
    expect(await judge(message, await stranger.signMessage({ message }))).toBe('CONTRACT_NOT_DEPLOYED')
  })
  it('[S35] is refused for another signer, another text, what is cut, and what its contract reverts at', async () => {
    const message = messageOf(accountOf(owner.address))
    const signature = await owner.signMessage({ message })
    const bad = [
      await stranger.signMessage({ message }),
      await owner.signMessage({ message: `${message} ` }),
      signature.slice(0, -2) as Hex,
      `${signature}00` as Hex,
    ]
    for (const each of bad) {
      expect(await judge(message, each)).toBe('SIGNATURE_WRONG')
      expect(await judge(message, wrapped(owner.address, each))).toBe('SIGNATURE_WRONG')
    }
    // The account of somebody else, however it is wrapped.
    const other = messageOf(accountOf(stranger.address))
    expect(await judge(other, wrapped(owner.address, await owner.signMessage({ message: other })))).toBe('SIGNATURE_WRONG')
    expect(await judge(other, wrapped(stranger.address, await owner.signMessage({ message: other })))).toBe('SIGNATURE_WRONG')
  })
})
